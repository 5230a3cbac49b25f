"""The read model of session keys: who may sign whose mail, since when, until when, and what was revoked."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple

from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Delegated, Revoked, Rules
from mailbox_gui.core.keys.delegation import BadDelegation, Delegation, read_delegation
from mailbox_gui.core.keys.standing import Standing
from mailbox_gui.core.read_models.moments_sql import from_milliseconds, to_milliseconds

State = Literal["valid", "not yet valid", "expired", "revoked"]

# `owner_key` has one row: the key that signed the journal's first rules.
TABLES: Final = """
CREATE TABLE delegation (
    session TEXT PRIMARY KEY, agent TEXT NOT NULL, serial INTEGER NOT NULL, not_before INTEGER NOT NULL,
    expires INTEGER NOT NULL, kinds TEXT NOT NULL, topics TEXT NOT NULL, owner TEXT NOT NULL, height INTEGER NOT NULL,
    at INTEGER NOT NULL, revoked_height INTEGER, revoked_at INTEGER
) WITHOUT ROWID;
CREATE INDEX delegation_agent ON delegation (agent, serial);
CREATE INDEX delegation_serial ON delegation (serial);
CREATE TABLE owner_key (one INTEGER PRIMARY KEY CHECK (one = 1), key TEXT NOT NULL);
"""

_COLUMNS: Final = (
    "session, agent, serial, not_before, expires, kinds, topics, owner, height, at, revoked_height, revoked_at"
)


class DelegationRow(NamedTuple):
    """A delegation as lists show it. Keys are hex, moments UTC; no kinds or topics means every one."""

    session: str
    agent: str
    serial: int
    not_before: datetime
    expires: datetime
    kinds: tuple[str, ...]
    topics: tuple[str, ...]
    owner: str
    height: int
    at: datetime
    revoked_height: int | None
    revoked_at: datetime | None

    def state(self, now: datetime) -> State:
        """What it is good for at `now`."""
        if self.revoked_height is not None:
            return "revoked"
        if now < self.not_before:
            return "not yet valid"
        return "valid" if now < self.expires else "expired"

    def standing(self) -> Standing:
        """The same as the checks ask for it."""
        delegation = Delegation(
            self.owner, self.session, self.agent, self.not_before, self.expires, self.serial, self.kinds, self.topics
        )
        return Standing(delegation, self.height, self.at, self.revoked_height, self.revoked_at)


def project(entry: Entry, cursor: sqlite3.Cursor) -> None:
    """Adds a delegation, or marks one as revoked."""
    record = entry.record
    match record:
        case Rules():
            cursor.execute("INSERT OR IGNORE INTO owner_key VALUES (1, ?)", (record.key,))
        case Delegated():
            _delegate(entry, record.document, cursor)
        case Revoked():
            arguments = record.document.get("args")
            session = arguments.get("session") if isinstance(arguments, Mapping) else None
            cursor.execute(
                "UPDATE delegation SET revoked_height = ?, revoked_at = ? WHERE session = ? AND revoked_height IS NULL",
                (entry.height, to_milliseconds(entry.at), str(session)),
            )
        case _:
            pass


def delegation_of(connection: sqlite3.Connection, session: str) -> DelegationRow | None:
    """The delegation to a session key, None when there is none."""
    found = connection.execute(f"SELECT {_COLUMNS} FROM delegation WHERE session = ?", (session,)).fetchone()
    return None if found is None else _row(found)


def standing_of(connection: sqlite3.Connection, session: str) -> Standing | None:
    """What the checks ask of a session key; None when it was never delegated."""
    row = delegation_of(connection, session)
    return None if row is None else row.standing()


def delegations(connection: sqlite3.Connection, agent: str | None = None) -> list[DelegationRow]:
    """All delegations to an agent, or to everybody, the newest first."""
    where = "" if agent is None else "WHERE agent = ?"
    found = connection.execute(
        f"SELECT {_COLUMNS} FROM delegation {where} ORDER BY serial DESC", () if agent is None else (agent,)
    )
    return [_row(values) for values in found]


def delegations_of(connection: sqlite3.Connection, sessions: Iterable[str]) -> dict[str, DelegationRow]:
    """The delegations to these session keys, for a page of rows."""
    wanted = [session for session in dict.fromkeys(sessions) if session]
    found = ((session, delegation_of(connection, session)) for session in wanted)
    return {session: row for session, row in found if row is not None}


def last_serial(connection: sqlite3.Connection) -> int:
    """The serial of the newest delegation, 0 before the first."""
    return int(connection.execute("SELECT ifnull(max(serial), 0) FROM delegation").fetchone()[0])


def owner_of(connection: sqlite3.Connection) -> str | None:
    """The public key that signed the journal's first rules: the owner. None before them."""
    found = connection.execute("SELECT key FROM owner_key").fetchone()
    return None if found is None else str(found[0])


def _delegate(entry: Entry, document: Mapping[str, object], cursor: sqlite3.Cursor) -> None:
    try:
        delegation = read_delegation(document.get("args")).delegation
    except BadDelegation:
        # Only a line that was tampered with; `mailbox verify` names it.
        return
    cursor.execute(
        "INSERT OR IGNORE INTO delegation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)",
        (
            delegation.session,
            delegation.agent,
            delegation.serial,
            to_milliseconds(delegation.not_before),
            to_milliseconds(delegation.expires),
            json.dumps(delegation.kinds),
            json.dumps(delegation.topics),
            delegation.owner,
            entry.height,
            to_milliseconds(entry.at),
        ),
    )


def _row(values: tuple[Any, ...]) -> DelegationRow:
    session, agent, serial, not_before, expires, kinds, topics, owner, height, at, revoked_height, revoked_at = values
    return DelegationRow(
        session,
        agent,
        serial,
        from_milliseconds(not_before),
        from_milliseconds(expires),
        tuple(json.loads(kinds)),
        tuple(json.loads(topics)),
        owner,
        height,
        from_milliseconds(at),
        revoked_height,
        None if revoked_at is None else from_milliseconds(revoked_at),
    )
