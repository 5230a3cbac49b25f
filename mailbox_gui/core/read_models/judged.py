"""What was judged since a moment, with all that a judgement anew needs: header, size, and every reason of a refusal."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from mailbox_gui.core.journal.entry import DamagedLine
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Rejected
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.read_models.facts import entry_of
from mailbox_gui.core.read_models.lines import first_height_since
from mailbox_gui.core.read_models.moments_sql import to_milliseconds
from mailbox_gui.core.read_models.rows import COLUMNS, MessageRow, rows


@dataclass(frozen=True, slots=True)
class Judged:
    """A draft with the relay's verdict at that time. `header` is None where none could be read."""

    row: MessageRow
    verdict: Literal["accepted", "held", "rejected"]
    header: Mapping[str, str] | None
    faults: tuple[Fault, ...] = ()


def judged_since(
    connection: sqlite3.Connection, journal: JournalReader, moment: datetime, most: int
) -> tuple[list[Judged], int]:
    """The newest `most` drafts that were judged at or after `moment`, oldest first, and how many there were.

    The owner's decisions are none of them: they need no route and have no limit. Raises OSError.
    """
    since = first_height_since(connection, to_milliseconds(moment))
    condition = "FROM message WHERE height >= ? AND verdict <> 'decision'"
    total = int(connection.execute(f"SELECT count(*) {condition}", (since,)).fetchone()[0])
    found = connection.execute(f"SELECT {COLUMNS} {condition} ORDER BY height DESC LIMIT ?", (since, most))
    return [_judged(connection, journal, row) for row in reversed(rows(found))], total


def _judged(connection: sqlite3.Connection, journal: JournalReader, row: MessageRow) -> Judged:
    if row.verdict != "rejected":
        header = {"from": row.sender, "to": row.recipient, "kind": row.kind, "topic": row.topic}
        header |= {"requires": row.requires} | ({"signature": row.author} if row.author else {})
        return Judged(row, "accepted" if row.verdict == "accepted" else "held", header)
    try:
        entry = entry_of(connection, journal, row.height)
    except DamagedLine:
        entry = None
    record = entry.record if entry is not None else None
    if not isinstance(record, Rejected):
        return Judged(row, "rejected", None, (Fault(row.check, row.reason, row.hint),))
    faults = (Fault(record.check, record.reason), *(Fault(also.check, also.reason) for also in record.also or ()))
    return Judged(row, "rejected", record.header, faults)
