"""The read model of journal lines: every line's moment, type and place, so that any line is found without a scan."""

from __future__ import annotations

import sqlite3
from typing import Final

from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import RECORD_TYPES, Unknown
from mailbox_gui.core.read_models.moments_sql import to_milliseconds

# `at` never goes back while `height` grows, so the index on `at` finds the first height of any moment in one step.
TABLES: Final = """
CREATE TABLE line (
    height INTEGER PRIMARY KEY, at INTEGER NOT NULL, type TEXT NOT NULL,
    segment INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL
);
CREATE INDEX line_at ON line (at);
"""

_WORDS: Final = {record_type: word for word, record_type in RECORD_TYPES.items()}


def project(entry: Entry, cursor: sqlite3.Cursor) -> None:
    """Adds the line."""
    place = entry.place
    record = entry.record
    word = record.type if isinstance(record, Unknown) else _WORDS[type(record)]
    cursor.execute(
        "INSERT INTO line VALUES (?, ?, ?, ?, ?, ?)",
        (entry.height, to_milliseconds(entry.at), word, place.segment, place.offset, place.length),
    )


def first_height_since(connection: sqlite3.Connection, milliseconds: int) -> int:
    """The height of the first line at or after a moment; one above the last height when there is none."""
    found = connection.execute("SELECT height FROM line WHERE at >= ? ORDER BY at, height LIMIT 1", (milliseconds,))
    row = found.fetchone()
    if row is not None:
        return int(row[0])
    last = connection.execute("SELECT ifnull(max(height), 0) FROM line").fetchone()
    return int(last[0]) + 1
