"""One opened message: its text out of the journal, what became of it, and the thread it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.read_models.detail import MessageDetail, detail
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.core.read_models.thread import thread
from mailbox_gui.window.draw.verdicts import UNPROVED
from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.models.message_view import FaultView, MessageView
from mailbox_gui.window.moments import exact, long_stamp
from mailbox_gui.window.questions.rows import list_row, shown_verdict
from mailbox_gui.window.questions.signatures import signature_line
from mailbox_gui.window.questions.source import Source

# Which field of the header a failed check speaks of.
_FIELD_OF = {"identity": "from", "recipient": "to", "route": "to", "signature": "signature"}
# Longer threads are read in the journal.
_MOST_EARLIER = 50


def message_view(source: Source, key: str, now: datetime) -> MessageView | None:
    """The message with this key (an id, or `#height`), None when there is none."""
    try:
        found = detail(source.connection, source.office.journal, int(key[1:]) if key.startswith("#") else key)
    except KeyError:
        return None
    row = found.row
    flag = queue_flag(source, row) if row.verdict == "held" else ""
    shown = shown_verdict(source, row)
    return MessageView(
        row=list_row(source, row, now, signature=found.signature, flag=flag),
        requires=visible(row.requires),
        long_stamp=long_stamp(row.at, now),
        at=row.at,
        id=row.id,
        sha256=row.sha256,
        raw_sender=row.sender,
        raw_topic=row.topic,
        signature=signature_line(
            found.signature,
            source.owner_key,
            now,
            at_fault=any(fault.check == "signature" for fault in found.faults),
        ),
        trail=found.trail,
        trail_note=_trail_note(shown),
        faults=tuple(
            FaultView(fault.check, visible(fault.reason, keep_newlines=True), visible(fault.hint))
            for fault in found.faults
        ),
        fields=tuple(_fields(found)),
        head=found.head,
        body=found.body if found.body is not None else "",
        body_kept=found.body is not None,
        thread=tuple(_earlier(source, row, now)),
        note=visible(row.note, keep_newlines=True),
    )


def queue_flag(source: Source, row: MessageRow) -> str:
    """`changed` when the bytes in the queue are no longer those that were held."""
    return "" if source.queued_hash(row.id) == row.sha256 else "changed"


def _trail_note(verdict: str) -> str:
    match verdict:
        case "held":
            return "held: requires owner"
        case "approved" | "declined":
            return f"{verdict} by you"
        case UNPROVED.word:
            return "decision not proved"
        case _:
            return ""


def _fields(found: MessageDetail) -> Iterator[tuple[str, str, bool]]:
    row = found.row
    wrong = {_FIELD_OF[fault.check] for fault in found.faults if fault.check in _FIELD_OF}
    if row.id:
        yield "id", row.id, False
    for name, value in found.header.items():
        yield name, value, name in wrong
    yield "file", row.file, False
    yield "size", f"{row.size:,} bytes", False
    yield "judged", exact(row.at), False
    yield "height", f"{row.height:,}", False


def _earlier(source: Source, row: MessageRow, now: datetime) -> Iterator[ListRow]:
    """The other messages of the thread, oldest first."""
    if not row.id:
        return
    others = [each for each in thread(source.connection, row.id) if each.height != row.height]
    for each in others[-_MOST_EARLIER:]:
        yield list_row(source, each, now)
