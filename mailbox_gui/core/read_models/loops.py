"""The read model of suspected loops: replies and notes that go round among agents, again and again.

Each accepted reply or note between agents continues the message that it refers to, or else the newest reply or note
that its sender got. Where such a chain has come back to one agent three times within an hour, it is kept as a loop. The
work a message costs is bounded: a chain is followed back for an hour and for _MOST_STEPS messages at most.
"""

from __future__ import annotations

import json
import sqlite3
from typing import Final

from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Accepted
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.moments_sql import to_milliseconds

RETURNS: Final = 3
WITHIN: Final = 3_600_000  # an hour in milliseconds
_KINDS: Final = frozenset({"reply", "note"})
_MOST_STEPS: Final = 200

TABLES: Final = """
CREATE TABLE link (
    height INTEGER PRIMARY KEY, at INTEGER NOT NULL, id TEXT NOT NULL, sender TEXT NOT NULL, recipient TEXT NOT NULL,
    previous INTEGER, loop INTEGER
);
CREATE INDEX link_id ON link (id);
CREATE INDEX link_recipient ON link (recipient);
CREATE TABLE loop (
    first INTEGER PRIMARY KEY, last INTEGER NOT NULL, last_at INTEGER NOT NULL, agents TEXT NOT NULL,
    returns INTEGER NOT NULL
);
CREATE INDEX loop_last_at ON loop (last_at);
"""


def project(entry: Entry, cursor: sqlite3.Cursor) -> None:
    """Links a reply or note to what it continues, and keeps the loop that it closes."""
    record = entry.record
    if not isinstance(record, Accepted) or record.header.get("kind") not in _KINDS:
        return
    sender, recipient = record.folder, record.header.get("to", "")
    if OWNER in (sender, recipient):
        # A conversation with a person ends by itself.
        return
    at = to_milliseconds(entry.at)
    previous = _previous(sender, record.header.get("ref", ""), at, cursor)
    cursor.execute(
        "INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, NULL)", (entry.height, at, record.id, sender, recipient, previous)
    )
    if previous is not None:
        _look_for_loop(entry.height, at, recipient, cursor)


def _previous(sender: str, ref: str, at: int, cursor: sqlite3.Cursor) -> int | None:
    """The height of the reply or note to `sender`, within the last hour, that is continued."""
    if ref:
        sql = "SELECT height FROM link WHERE id = ? AND recipient = ? AND at > ? ORDER BY height DESC LIMIT 1"
        found = cursor.execute(sql, (ref, sender, at - WITHIN)).fetchone()
    else:
        sql = "SELECT height, at FROM link WHERE recipient = ? ORDER BY height DESC LIMIT 1"
        found = cursor.execute(sql, (sender,)).fetchone()
        if found is not None and found[1] <= at - WITHIN:
            found = None
    return None if found is None else int(found[0])


def _look_for_loop(height: int, at: int, recipient: str, cursor: sqlite3.Cursor) -> None:
    chain = _chain(height, at, cursor)
    # Oldest first; an arrival is a return when the agent has sent before in this chain.
    began = next((place for place, link in enumerate(chain) if link[1] == recipient), None)
    returns = 0 if began is None else sum(link[2] == recipient for link in chain[began:])
    known = chain[-2][3] if len(chain) > 1 else None
    if returns < RETURNS and known is None:
        return
    agents = list(dict.fromkeys(link[1] for link in (chain if began is None else chain[began:])))
    first = chain[0][0] if known is None else known
    cursor.execute("UPDATE link SET loop = ? WHERE height = ?", (first, height))
    cursor.execute(
        "INSERT INTO loop VALUES (?, ?, ?, ?, ?) ON CONFLICT (first) DO UPDATE SET last = excluded.last, "
        "last_at = excluded.last_at, agents = excluded.agents, returns = max(returns, excluded.returns)",
        (first, height, at, json.dumps(agents), returns),
    )


def _chain(height: int, at: int, cursor: sqlite3.Cursor) -> list[tuple[int, str, str, int | None]]:
    """(height, sender, recipient, loop) of the links back from `height`, within the hour, oldest first."""
    found: list[tuple[int, str, str, int | None]] = []
    step: int | None = height
    while step is not None and len(found) < _MOST_STEPS:
        sql = "SELECT height, sender, recipient, loop, previous, at FROM link WHERE height = ?"
        row = cursor.execute(sql, (step,)).fetchone()
        if row is None or row[5] <= at - WITHIN:
            break
        found.append(row[:4])
        step = row[4]
    return found[::-1]
