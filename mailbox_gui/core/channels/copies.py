"""The mail that a mention becomes: a note whose bytes follow from the event alone, so that it can be made again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from mailbox_gui.core.journal.records import Accepted, Request
from mailbox_gui.core.keys.channel_event import ChannelEvent
from mailbox_gui.core.message.composing import compose
from mailbox_gui.core.message.moments import format_second

EVENT_FIELD: Final = "x-event"
# What stands for the name of a draft in lines of what came through the broker: no draft can be called so.
BROKER_FILES: Final = frozenset(
    {"message.post", "message.reply", "reaction.add", "profile.set", "agents.create", "agents.update"}
)


def copy_of(event: ChannelEvent, agent: str, recipient: str, topic: str) -> bytes:
    """The bytes of the copy of `agent`'s event for a mailbox. Raises ValueError for content that no mail can carry."""
    fields = {
        "from": agent,
        "to": recipient,
        "kind": "note",
        "topic": topic,
        "requires": "none",
        "created": format_second(datetime.fromtimestamp(event.created_at, UTC)),
        EVENT_FIELD: event.id,
    }
    return compose(fields, event.content)


def is_copy(record: Accepted) -> bool:
    """Whether the line is of a mention's copy: the agent's channel key signed the event, not the file."""
    return record.signer is not None and EVENT_FIELD in record.header and "signature" not in record.header


def event_in(record: Request) -> ChannelEvent | None:
    """The event that a request's line holds, None when it holds none. Raises ValueError for one of another make."""
    members = (record.effect or {}).get("event")
    if members is None:
        return None
    if not isinstance(members, dict):
        raise ValueError("the event is no object")  # noqa: TRY004 - one family for the caller
    return ChannelEvent.read(members)


def copies_in(record: Request) -> tuple[tuple[str, ...], str]:
    """To whom the event of a request's line goes as mail, and under which topic."""
    effect = record.effect or {}
    names, topic = effect.get("copies", ()), effect.get("topic", "")
    if not isinstance(names, list | tuple):
        return (), ""
    return tuple(str(name) for name in names), str(topic)


def agent_in(record: Request) -> dict[str, object] | None:
    """What a request's line makes of an agent, None when it makes nothing."""
    members = (record.effect or {}).get("agent")
    return members if isinstance(members, dict) else None
