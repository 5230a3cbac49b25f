"""The read model of counts by the hour: how many messages of each sort, so that a histogram of a year is no scan."""

from __future__ import annotations

import sqlite3
from typing import Final

from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Accepted, Decided, Held, Rejected
from mailbox_gui.core.read_models.moments_sql import to_milliseconds
from mailbox_gui.core.read_models.storable import storable

HOUR: Final = 3_600_000

# `facet` is what is counted: every message (empty), or those of one sender, recipient or kind, as `from:builder`. One
# table of all combinations would have nearly as many rows as there are messages.
TABLES: Final = """
CREATE TABLE tally (
    facet TEXT NOT NULL, hour INTEGER NOT NULL, verdict TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (facet, hour, verdict)
) WITHOUT ROWID;
"""

_ADD: Final = """
INSERT INTO tally VALUES (?, ?, ?, 1) ON CONFLICT (facet, hour, verdict) DO UPDATE SET count = count + 1
"""
_TAKE: Final = "UPDATE tally SET count = count - 1 WHERE facet = ? AND hour = ? AND verdict = ?"
_SETTLED: Final = """
SELECT at, sender, recipient, kind, verdict FROM message INDEXED BY message_settled WHERE decided_height = ?
"""


def project(entry: Entry, cursor: sqlite3.Cursor) -> None:
    """Counts a judged draft; a decision moves the message that it decides to its new verdict, in the hour it came."""
    record = entry.record
    match record:
        case Accepted() | Held() | Rejected() | Decided():
            header = record.header or {}
            facets = facets_of(record.folder, storable(header.get("to", "")), storable(header.get("kind", "")))
            hour, verdict = to_milliseconds(entry.at) // HOUR, _VERDICTS[type(record)]
            cursor.executemany(_ADD, [(facet, hour, verdict) for facet in facets])
        case _:
            return
    if isinstance(record, Decided):
        # The read model of messages has settled it already.
        settled = cursor.execute(_SETTLED, (entry.height,)).fetchone()
        if settled is not None:
            at, sender, recipient, kind, verdict = settled
            facets = facets_of(sender, recipient, kind)
            cursor.executemany(_TAKE, [(facet, at // HOUR, "held") for facet in facets])
            cursor.executemany(_ADD, [(facet, at // HOUR, verdict) for facet in facets])


def facets_of(sender: str, recipient: str, kind: str) -> tuple[str, ...]:
    """Where a message is counted."""
    return "", f"from:{sender}", f"to:{recipient}", f"kind:{kind}"


_VERDICTS: Final = {Accepted: "accepted", Held: "held", Rejected: "rejected", Decided: "decision"}
