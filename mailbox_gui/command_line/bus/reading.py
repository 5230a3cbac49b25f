"""The ring for commands, and posts as they show them: a line each, or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable

import click

from mailbox_gui.command_line.shell.failure import UnusableError
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.bus.entry import BusEntry
from mailbox_gui.core.bus.ring import RingDamaged, RingView, read_ring
from mailbox_gui.core.keys.key_file import KeyProblem
from mailbox_gui.core.keys.owner_key import owner_public
from mailbox_gui.core.keys.standing import short
from mailbox_gui.core.message.escape import visible

_ADVICE = "start the relay, or run mailbox reindex, to build it anew"


def ring_of(session: Session) -> RingView:
    """The ring at this instant; an empty one where nothing was ever posted. Raises UnusableError."""
    try:
        return read_ring(session.office.ring)
    except FileNotFoundError:
        return RingView((), 0)
    except RingDamaged as damage:
        raise UnusableError(f"{visible(str(damage))}; {_ADVICE}") from None
    except OSError as error:
        raise UnusableError(f"{session.office.ring} cannot be read ({error.strerror}); {_ADVICE}") from None


def show(session: Session, entries: Iterable[BusEntry]) -> None:
    """Print posts in their order."""
    owner = _owner_of(session)
    for entry in entries:
        click.echo(json.dumps(members(entry), ensure_ascii=False) if session.as_json else line(entry, owner))


def _owner_of(session: Session) -> str:
    try:
        return owner_public(session.office.keys)
    except (KeyProblem, OSError):
        return ""


def members(entry: BusEntry) -> dict[str, object]:
    """A post's values under the names that they have on the wire."""
    return {
        "seq": entry.seq,
        "height": entry.height,
        "from": entry.label,
        "topic": entry.topic,
        "kind": entry.kind,
        "ref": entry.ref,
        "body": entry.body,
        "author": entry.author,
        "session": entry.session,
    }


def line(entry: BusEntry, owner: str) -> str:
    """A post for a person: everything in it escaped, on one line. The label is the poster's word, the key is proved."""
    by_owner = "the owner" if entry.author == owner else short(entry.author)
    signed = f"{by_owner} by {short(entry.session)}" if entry.session else by_owner
    about = " ".join(part for part in (entry.kind, entry.ref) if part)
    told = f" ({about})" if about else ""
    return visible(f"#{entry.seq} {entry.topic}  {entry.label} [{signed}]{told}: {entry.body.rstrip(chr(10))}")


def tell_dropped(view: RingView, seq: int) -> None:
    """Say on stderr how many posts after `seq` a reader has missed."""
    dropped = view.dropped(seq)
    if dropped:
        click.echo(f"{dropped:,} post{'s' * (dropped != 1)} dropped before the oldest held", err=True)
