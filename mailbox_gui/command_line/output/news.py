"""A line for every verdict of a running relay."""

from __future__ import annotations

import click

from mailbox_gui.command_line.output.colour import faint, painted
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.output.signing import signed_by
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.moments import format_moment
from mailbox_gui.core.message.verdict import Signer
from mailbox_gui.core.relay.state import Event

# Lines of the relay's own life, which the person who started it knows.
_OWN_LIFE = frozenset({"started", "stopped", "checkpoint"})
_TAKEN = frozenset({"accepted", "held", "approved", "declined"})


def say_event(event: Event, *, as_json: bool = False) -> None:
    """Print one piece of news, unless it is only of the relay's own life."""
    if event.verdict in _OWN_LIFE:
        return
    if as_json:
        print_object(event_object(event))
        return
    words = [faint(f"{event.height:>6}"), painted(event.verdict, f"{event.verdict:<9}")]
    if event.verdict in _TAKEN:
        # In front of what others wrote, so that no topic can pass for it.
        signed = signed_by(Signer(event.author, event.session) if event.author else None, {}, wide=False)
        words.append(click.style(f"{signed.text:<12}", fg=signed.colour or None))
    if event.sender:
        words.append(visible(f"{event.sender} → {event.recipient or 'nobody'}"))
    if event.kind or event.topic:
        words.append(visible(": ".join(part for part in (event.kind, event.topic) if part)))
    if event.check:
        words.append(visible(f"({event.check}: {event.reason})"))
    elif event.reason:
        words.append(visible(f"({event.reason.strip()})"))
    words.append(faint(visible(event.id or event.file)))
    click.echo("  ".join(word for word in words if word))


def event_object(event: Event) -> dict[str, object]:
    """The news as an object; what is empty is left out."""
    members: dict[str, object] = {
        "height": event.height,
        "at": format_moment(event.at),
        "type": event.verdict,
        "id": event.id,
        "folder": event.sender,
        "to": event.recipient,
        "kind": event.kind,
        "topic": event.topic,
        "check": event.check,
        "reason": event.reason,
        "file": event.file,
        # As in the journal: left out when unsigned, the session empty for the owner's own key.
        "signer": {"author": event.author, "session": event.session} if event.author else "",
    }
    return {name: value for name, value in members.items() if value != ""}
