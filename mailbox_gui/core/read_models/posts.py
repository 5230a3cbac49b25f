"""The read model of posts: where each post's line lies, whose key signed it, and the hash that tells a repeat."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from mailbox_gui.core.bus.entry import BusEntry
from mailbox_gui.core.bus.post import Post
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Posted
from mailbox_gui.core.read_models.facts import entry_of
from mailbox_gui.core.read_models.moments_sql import from_milliseconds, to_milliseconds
from mailbox_gui.core.read_models.storable import storable

DAY: Final = timedelta(hours=24)

TABLES: Final = """
CREATE TABLE post (
    seq INTEGER PRIMARY KEY, height INTEGER NOT NULL, at INTEGER NOT NULL, key TEXT NOT NULL, author TEXT NOT NULL,
    session TEXT NOT NULL, topic TEXT NOT NULL, sha256 TEXT NOT NULL
);
CREATE UNIQUE INDEX post_bytes ON post (sha256);
CREATE INDEX post_key ON post (key, at);
"""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a post is answered with."""

    seq: int
    height: int


def project(entry: Entry, cursor: sqlite3.Cursor) -> None:
    """Adds a post."""
    record = entry.record
    if not isinstance(record, Posted):
        return
    values = (record.seq, entry.height, to_milliseconds(entry.at), record.key, record.author, record.session)
    cursor.execute(
        "INSERT OR IGNORE INTO post VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (*values, storable(record.topic), post_of(record).sha256),
    )


def post_of(record: Posted) -> Post:
    """The post that a line is of."""
    return Post(
        record.key, record.signature, record.created, record.from_, record.topic, record.kind, record.ref, record.body
    )


def bus_entry(record: Posted, height: int) -> BusEntry:
    """The ring's entry of a line."""
    return BusEntry(
        record.seq,
        height,
        record.from_,
        record.topic,
        record.kind,
        record.ref,
        record.body,
        record.author,
        record.session,
    )


def receipt_of(connection: sqlite3.Connection, sha256: str) -> Receipt | None:
    """What the post with these bytes was answered with; None when there was none."""
    found = connection.execute("SELECT seq, height FROM post WHERE sha256 = ?", (sha256,)).fetchone()
    return None if found is None else Receipt(*found)


def posts_ever(connection: sqlite3.Connection) -> int:
    """How many were ever posted."""
    return int(connection.execute("SELECT ifnull(max(seq), 0) FROM post").fetchone()[0])


def post_moments(connection: sqlite3.Connection, key: str, now: datetime) -> list[datetime]:
    """When this key's posts of the last 24 hours were accepted, oldest first."""
    found = connection.execute(
        "SELECT at FROM post WHERE key = ? AND at > ? ORDER BY at", (key, to_milliseconds(now - DAY))
    )
    return [from_milliseconds(at) for (at,) in found]


def newest_posts(connection: sqlite3.Connection, reader: JournalReader, count: int) -> list[BusEntry]:
    """The newest posts out of the journal, oldest first; the index only says where they lie."""
    found = connection.execute("SELECT height FROM post ORDER BY seq DESC LIMIT ?", (count,)).fetchall()
    entries = [entry_of(connection, reader, height) for (height,) in reversed(found)]
    return [bus_entry(entry.record, entry.height) for entry in entries if entry and isinstance(entry.record, Posted)]
