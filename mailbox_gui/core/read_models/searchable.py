"""The read model of texts: what search looks through, and the index of their trigrams.

A text is written folded when its message is projected, which is cheap; its trigrams are indexed later, when the relay
is idle (`index_trigrams`), since that is three times the work of everything else. Search reads what is not indexed yet
as it is, so it finds everything at any time.
"""

from __future__ import annotations

import sqlite3
import time
from typing import Final

from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Accepted, Decided, Held, Rejected
from mailbox_gui.core.read_models.folding import fold
from mailbox_gui.core.read_models.storable import storable

# Parts a text; also behind its end, so that its last two characters begin a trigram like all others.
BREAK: Final = "\x1f"

# Without positions (detail=none) the index is a third of the size and half of the work; the few texts that hold all
# trigrams of a term but not the term are sorted out by looking at the text. Case is folded before, by us.
TABLES: Final = """
CREATE TABLE searchable (height INTEGER PRIMARY KEY, topic TEXT NOT NULL, rest TEXT NOT NULL);
CREATE VIRTUAL TABLE trigram USING fts5(
    text, content = '', detail = none, columnsize = 0, tokenize = 'trigram case_sensitive 1'
);
CREATE VIRTUAL TABLE trigram_term USING fts5vocab(trigram, 'row');
CREATE TABLE trigram_progress (one INTEGER PRIMARY KEY CHECK (one = 1), height INTEGER NOT NULL);
INSERT INTO trigram_progress VALUES (1, 0);
"""

# Texts a transaction: few enough that a draft that arrives meanwhile waits some 20 ms at most.
_TEXTS_AT_ONCE: Final = 64


def project(entry: Entry, cursor: sqlite3.Cursor) -> None:
    """Keeps the folded topic, body and reason of a message."""
    record = entry.record
    match record:
        case Accepted() | Held() | Decided():
            topic, rest = record.header.get("topic", ""), fold(record.body)
        case Rejected():
            topic = (record.header or {}).get("topic", "")
            rest = f"{fold(record.body or '')}{BREAK}{fold(record.reason)}"
        case _:
            return
    cursor.execute("INSERT INTO searchable VALUES (?, ?, ?)", (entry.height, storable(fold(topic)), storable(rest)))


def indexed_height(connection: sqlite3.Connection) -> int:
    """Up to which height trigrams are indexed."""
    return int(connection.execute("SELECT height FROM trigram_progress").fetchone()[0])


def index_trigrams(connection: sqlite3.Connection, seconds: float) -> bool:
    """Indexes texts for about `seconds`, in transactions of its own. Returns whether some are left."""
    end = time.monotonic() + seconds
    while _index_some(connection):
        if time.monotonic() >= end:
            return True
    return False


def _index_some(connection: sqlite3.Connection) -> bool:
    """Indexes the next few texts; False when there was none."""
    done = indexed_height(connection)
    found = connection.execute(
        "SELECT height, topic, rest FROM searchable WHERE height > ? ORDER BY height LIMIT ?", (done, _TEXTS_AT_ONCE)
    ).fetchall()
    if not found:
        return False
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.executemany(
            "INSERT INTO trigram (rowid, text) VALUES (?, ?)",
            ((height, f"{topic}{BREAK}{rest}{BREAK}{BREAK}") for height, topic, rest in found),
        )
        connection.execute("UPDATE trigram_progress SET height = ?", (found[-1][0],))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return True
