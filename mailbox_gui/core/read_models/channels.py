"""The read model of channels: events in their order, threads and mentions, profiles, and the requests answered."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mailbox_gui.core.channels.copies import copies_in, event_in
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Request
from mailbox_gui.core.keys.channel_event import MESSAGE, PROFILE, REACTION, ChannelEvent
from mailbox_gui.core.read_models.moments_sql import to_milliseconds
from mailbox_gui.core.read_models.storable import storable

# A line of the journal holds at most one event, so its height is its place. `root` is the first message of the thread
# that an event belongs to, its own id for one that begins a thread. `agent` is whose post counts against its limit,
# `copies` are the names of whose mail it became, with a blank between, and `topic` that mail's.
TABLES: Final = f"""
CREATE TABLE event (
    height INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, channel TEXT NOT NULL, kind INTEGER NOT NULL,
    pubkey TEXT NOT NULL, agent TEXT NOT NULL, created_at INTEGER NOT NULL, root TEXT NOT NULL, at INTEGER NOT NULL,
    json TEXT NOT NULL, topic TEXT NOT NULL, copies TEXT NOT NULL
);
CREATE INDEX event_channel ON event (channel, height);
CREATE INDEX event_thread ON event (root, height);
CREATE INDEX event_posted ON event (agent, height) WHERE kind = {MESSAGE};
CREATE TABLE event_mention (channel TEXT, pubkey TEXT, height INTEGER, PRIMARY KEY (channel, pubkey, height))
WITHOUT ROWID;
CREATE TABLE profile (
    pubkey TEXT PRIMARY KEY, name TEXT, about TEXT, picture TEXT, created_at INTEGER NOT NULL, height INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE request (principal TEXT, request_id TEXT, digest TEXT NOT NULL, height INTEGER NOT NULL,
    PRIMARY KEY (principal, request_id)) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event in its channel: `json` is what readers get, `agent` who wrote it, `root` begins its thread.

    `copies` are the mailboxes that got it as mail, under the `topic`.
    """

    height: int
    id: str
    channel: str
    kind: int
    pubkey: str
    agent: str
    created_at: int
    root: str
    json: str
    topic: str
    copied: str

    @property
    def copies(self) -> frozenset[str]:
        """Whose mail it became."""
        return frozenset(self.copied.split())

    @property
    def event(self) -> ChannelEvent:
        """The event itself."""
        return ChannelEvent.read(json.loads(self.json))


@dataclass(frozen=True, slots=True)
class Profile:
    """What a public key says of itself; None: nothing. `created_at` is in seconds since 1970, 0 before the first."""

    name: str | None = None
    about: str | None = None
    picture: str | None = None
    created_at: int = 0


@dataclass(frozen=True, slots=True)
class Filter:
    """Which events of a channel: all, those of the thread of `root`, those that mention the public key `mentions`."""

    channel: str
    root: str | None = None
    mentions: str | None = None


_COLUMNS: Final = "height, id, channel, kind, pubkey, agent, created_at, root, json, topic, copies"


def project(entry: Entry, cursor: sqlite3.Cursor) -> None:
    """Adds a request and the event in it."""
    record = entry.record
    if not isinstance(record, Request):
        return
    cursor.execute(
        "INSERT OR IGNORE INTO request VALUES (?, ?, ?, ?)",
        (record.principal, record.requestId, record.digest, entry.height),
    )
    try:
        event = event_in(record)
    except ValueError:
        return
    if event is None:
        return
    if event.kind == PROFILE:
        _keep_profile(entry.height, event, cursor)
    else:
        _keep_event(entry, record, event, cursor)


def _keep_event(entry: Entry, record: Request, event: ChannelEvent, cursor: sqlite3.Cursor) -> None:
    names, topic = copies_in(record)
    channel = event.first("h") or ""
    values = (
        entry.height, event.id, storable(channel), event.kind, event.pubkey, storable(record.agent), event.created_at,
        _root_of(event, cursor), to_milliseconds(entry.at), storable(event.to_json()), storable(topic),
        storable(" ".join(names)),
    )  # fmt: skip
    cursor.execute("INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
    cursor.executemany(
        "INSERT OR IGNORE INTO event_mention VALUES (?, ?, ?)",
        ((storable(channel), storable(key), entry.height) for key in event.mentioned()),
    )


def _root_of(event: ChannelEvent, cursor: sqlite3.Cursor) -> str:
    """Of a reply its tag says it; a reaction belongs to the thread of what it is about."""
    if event.kind == MESSAGE:
        return storable(event.first("e", "root") or event.id)
    target = storable(event.first("e") or "")
    found = cursor.execute("SELECT root FROM event WHERE id = ?", (target,)).fetchone()
    return target if found is None else str(found[0])


def _keep_profile(height: int, event: ChannelEvent, cursor: sqlite3.Cursor) -> None:
    try:
        content = json.loads(event.content)
    except (ValueError, RecursionError):
        return
    if not isinstance(content, Mapping):
        return
    values = [content.get(name) for name in ("name", "about", "picture")]
    texts = [storable(value) if isinstance(value, str) else None for value in values]
    cursor.execute(
        "INSERT OR REPLACE INTO profile VALUES (?, ?, ?, ?, ?, ?)", (event.pubkey, *texts, event.created_at, height)
    )


def events(
    connection: sqlite3.Connection, which: Filter, *, after: int = 0, through: int | None = None, limit: int = 100
) -> list[EventRow]:
    """At most `limit` events behind the height `after` and up to `through` (None: all there are), oldest first."""
    # A thread or the mentions of a key are few: they are looked up, and not the whole channel gone through.
    source, wanted, values = "event INDEXED BY event_channel", "channel = ?", [which.channel]
    if which.root is not None:
        source, wanted = "event INDEXED BY event_thread", "root = ? AND channel = ?"
        values = [which.root, which.channel]
    if which.mentions is not None:
        wanted += " AND height IN (SELECT height FROM event_mention WHERE channel = ? AND pubkey = ?)"
        values += [which.channel, which.mentions]
    found = connection.execute(
        f"SELECT {_COLUMNS} FROM {source} WHERE {wanted} AND height > ? AND height <= ? ORDER BY height LIMIT ?",
        (*values, after, 1 << 62 if through is None else through, limit),
    )
    return [EventRow(*row) for row in found]


def newest_events(
    connection: sqlite3.Connection, channel: str, *, before: int | None = None, limit: int = 100
) -> list[EventRow]:
    """At most `limit` of the newest events of a channel before a height (None: the end), newest first."""
    found = connection.execute(
        f"SELECT {_COLUMNS} FROM event INDEXED BY event_channel WHERE channel = ? AND height < ? "
        "ORDER BY height DESC LIMIT ?",
        (channel, 1 << 62 if before is None else before, limit),
    )
    return [EventRow(*row) for row in found]


def event_of_id(connection: sqlite3.Connection, event_id: str) -> EventRow | None:
    """The event of that id in any channel."""
    row = connection.execute(f"SELECT {_COLUMNS} FROM event WHERE id = ?", (event_id,)).fetchone()
    return None if row is None else EventRow(*row)


def last_created_at(connection: sqlite3.Connection, channel: str) -> int:
    """The moment of a channel's newest event, seconds since 1970; 0 before the first."""
    row = connection.execute(
        "SELECT created_at FROM event INDEXED BY event_channel WHERE channel = ? ORDER BY height DESC LIMIT 1",
        (channel,),
    ).fetchone()
    return 0 if row is None else int(row[0])


def event_counts(connection: sqlite3.Connection) -> dict[str, int]:
    """How many events each channel has; channels without any are not in it."""
    return dict(connection.execute("SELECT channel, count(*) FROM event GROUP BY channel"))


def profile_of(connection: sqlite3.Connection, pubkey: str) -> Profile:
    """What a public key last said of itself."""
    row = connection.execute(
        "SELECT name, about, picture, created_at FROM profile WHERE pubkey = ?", (pubkey,)
    ).fetchone()
    return Profile() if row is None else Profile(*row)


def posted_since(connection: sqlite3.Connection, agent: str, height: int) -> list[int]:
    """When `agent` posted or replied at that height of the journal or later, milliseconds, oldest first."""
    found = connection.execute(
        f"SELECT at FROM event INDEXED BY event_posted WHERE agent = ? AND kind = {MESSAGE} AND height >= ? "
        "ORDER BY height",
        (agent, height),
    )
    return [int(at) for (at,) in found]


def request_of(connection: sqlite3.Connection, principal: str, request_id: str) -> tuple[str, int] | None:
    """The digest and the height of the request that was answered under this key; None: none was."""
    row = connection.execute(
        "SELECT digest, height FROM request WHERE principal = ? AND request_id = ?", (principal, request_id)
    ).fetchone()
    return None if row is None else (str(row[0]), int(row[1]))


READABLE: Final = (MESSAGE, REACTION)
