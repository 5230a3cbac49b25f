"""From a journal line to the news of it."""

from __future__ import annotations

from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import (
    RECORD_TYPES,
    Accepted,
    Decided,
    Held,
    Rejected,
    Request,
    Unknown,
    Work,
    Workaround,
)
from mailbox_gui.core.relay.state import Event

_DECIDED = {"approve": "approved", "decline": "declined", "waive": "waived"}
_WORDS = {record_type: word for word, record_type in RECORD_TYPES.items()}


def event_of(entry: Entry) -> Event:
    """The news of one journal line; what is no message has only its type as the verdict."""
    match entry.record:
        case Accepted() | Held() as record:
            verdict = "held" if isinstance(record, Held) else "accepted"
            header = record.header
            return Event(
                entry.height,
                entry.at,
                verdict,
                record.id,
                record.folder,
                header.get("to", ""),
                header.get("kind", ""),
                header.get("topic", ""),
                file=record.file,
                author=record.signer.author if record.signer is not None else "",
                session=record.signer.session if record.signer is not None else "",
            )
        case Rejected() as record:
            header = record.header or {}
            return Event(
                entry.height,
                entry.at,
                "rejected",
                record.id or "",
                record.folder,
                header.get("to", ""),
                header.get("kind", ""),
                header.get("topic", ""),
                record.check,
                record.reason,
                record.file,
            )
        case Decided() as record:
            verdict = _DECIDED.get(record.verdict, record.verdict)
            return Event(
                entry.height,
                entry.at,
                verdict,
                record.ref,
                record.folder,
                record.header.get("to", ""),
                "decision",
                record.header.get("topic", ""),
                reason=record.note,
                file=record.file,
                author=record.signer.author,
            )
        case Workaround() as record:
            said = f"{record.agent}: {record.found} {record.slug} {record.path}:{record.line}"
            return Event(entry.height, entry.at, "workaround", topic=said)
        case Work() as record:
            newest = f", newest: {record.newest}" if record.newest else ""
            return Event(entry.height, entry.at, "work", topic=f"{record.agent}: {record.found}{newest}")
        case Request() as record:
            event = (record.effect or {}).get("event")
            said = str(record.verdict.get("action", "")) if event is not None else ""
            return Event(entry.height, entry.at, "request", sender=record.agent, topic=said)
        case _:
            return Event(entry.height, entry.at, type_name(entry))


def type_name(entry: Entry) -> str:
    """The journal's name of the line's type."""
    if isinstance(entry.record, Unknown):
        return entry.record.type
    return _WORDS[type(entry.record)]
