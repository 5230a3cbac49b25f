"""What all operations that publish an event have in common: their outcome, and the mail that mentions become."""

from __future__ import annotations

from collections.abc import Sequence

from mailbox_gui.broker.effects import Published, Refused, refuse_unless
from mailbox_gui.broker.scene import Scene, refused
from mailbox_gui.broker.spelling import EventId, Shape
from mailbox_gui.core.keys.channel_event import MESSAGE, ChannelEvent, Tags
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.relay.publishing import Refusal


class PublishedOutcome(Shape):
    """The event's id and kind, and its moment in seconds since 1970."""

    event_id: EventId
    kind: int
    created_at: int


def outcome_of(event: ChannelEvent) -> PublishedOutcome:
    """What is told of a published event."""
    return PublishedOutcome.model_validate({"eventId": event.id, "kind": event.kind, "createdAt": event.created_at})


def publish_message(scene: Scene, content: str, mentions: Sequence[str], thread: Tags) -> Published:
    """A message with its mentions, all of which can be delivered. Raises Refused."""
    distinct = tuple(dict.fromkeys(mentions))
    scene.require_clean([content], counted=True)
    recipients = _recipients(scene, distinct)
    tags: Tags = (("h", scene.channel.id), *thread, *(("p", key) for key in distinct))
    event = scene.sign(MESSAGE, tags, content)
    copies = scene.publishing.examine_copies(
        event, scene.agent, scene.operation, recipients, scene.channel.name
    )
    if isinstance(copies, Refusal):
        raise refused(copies)
    return Published(outcome_of(event), event, tuple(copies), scene.channel.name if copies else "", counted=True)


def _recipients(scene: Scene, mentions: Sequence[str]) -> list[str]:
    """Those of the mentioned who have a mailbox. Raises Refused where a mention may not be delivered."""
    found: list[str] = []
    for key in mentions:
        name = scene.book.name_of(key)
        if name is None or (name != OWNER and name not in scene.publishing.rules.agents):
            continue
        refuse_unless(name != scene.agent, "recipient: a message cannot mention its own author")
        made = scene.book.made(name)
        if made is not None and made.respond_to == "owner-only" and scene.agent != made.creator:
            raise Refused(f"route: {name} answers to its creator and the owner only")
        found.append(name)
    return found
