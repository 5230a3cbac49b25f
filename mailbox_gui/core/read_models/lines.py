"""The read model of journal lines: every line's moment, type and place, so that any line is found without a scan."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Final

from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import (
    RECORD_TYPES,
    Accepted,
    Agent,
    Channel,
    Credential,
    CredentialRevoked,
    Decided,
    Delegated,
    Held,
    Paused,
    Posted,
    Record,
    Recovered,
    Rejected,
    Request,
    Resumed,
    Revoked,
    RulesRefused,
    Started,
    Stopped,
    Unknown,
    Work,
    Workaround,
)
from mailbox_gui.core.read_models.moments_sql import to_milliseconds
from mailbox_gui.core.read_models.storable import storable

# `at` never goes back while `height` grows, so the index on `at` finds the first height of any moment in one step.
TABLES: Final = """
CREATE TABLE line (
    height INTEGER PRIMARY KEY, at INTEGER NOT NULL, type TEXT NOT NULL, about TEXT NOT NULL, said TEXT NOT NULL,
    segment INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL
);
CREATE INDEX line_at ON line (at);
"""

_OF_MESSAGES: Final = (Accepted, Held, Rejected, Decided)
_WORDS: Final = {record_type: word for word, record_type in RECORD_TYPES.items()}


def project(entry: Entry, cursor: sqlite3.Cursor) -> None:
    """Adds the line."""
    place = entry.place
    record = entry.record
    about, said = ("", "") if isinstance(record, _OF_MESSAGES) else _subject(record)
    word = record.type if isinstance(record, Unknown) else _WORDS[type(record)]
    cursor.execute(
        "INSERT INTO line VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (entry.height, to_milliseconds(entry.at), word, about, said, place.segment, place.offset, place.length),
    )


def first_height_since(connection: sqlite3.Connection, milliseconds: int) -> int:
    """The height of the first line at or after a moment; one above the last height when there is none."""
    found = connection.execute("SELECT height FROM line WHERE at >= ? ORDER BY at, height LIMIT 1", (milliseconds,))
    row = found.fetchone()
    if row is not None:
        return int(row[0])
    last = connection.execute("SELECT ifnull(max(height), 0) FROM line").fetchone()
    return int(last[0]) + 1


def _subject(record: Record) -> tuple[str, str]:
    """Whom or what a line of the post office's own life is about, and the text it carries."""
    match record:
        case Paused():
            return storable(record.agent), storable(record.reason)
        case Posted():
            return storable(record.from_), storable(f"{record.topic} #{record.seq}")
        case Workaround() | Work():
            return storable(record.agent), storable(_scanned(record))
        case Agent() | Resumed():
            arguments = record.document.get("args")
            named = arguments if isinstance(arguments, Mapping) else {}
            return storable(str(named.get("name", named.get("agent", "")))), storable(
                str(record.document.get("act", ""))
            )
        case Channel() | Credential() | CredentialRevoked() | Request():
            return _of_channels(record)
        case Delegated():
            return _delegated(record.document)
        case Revoked():
            arguments = record.document.get("args")
            session = arguments.get("session") if isinstance(arguments, Mapping) else None
            return storable(str(session or "")), "revoke"
        case RulesRefused():
            return "rules.json", storable(record.reason)
        case _:
            return _life(record)


def _life(record: Record) -> tuple[str, str]:
    """The same of a line about the relay itself."""
    match record:
        case Started():
            return storable(record.program), storable(record.root or "")
        case Stopped() | Recovered():
            return "", storable(record.reason if isinstance(record, Stopped) else "; ".join(record.notes))
        case _:
            return "", ""


def _scanned(record: Workaround | Work) -> str:
    """What the workspace scan found."""
    match record:
        case Workaround():
            return f"{record.found} {record.slug} {record.path}:{record.line}"
        case Work():
            return f"{record.found} {record.newest or record.head or ''}".rstrip()


def _of_channels(record: Channel | Credential | CredentialRevoked | Request) -> tuple[str, str]:
    if isinstance(record, Request):
        return storable(record.agent), storable(_asked(record))
    arguments = record.document.get("args")
    named = arguments if isinstance(arguments, Mapping) else {}
    about = str(named.get("name") or named.get("agent") or named.get("fingerprint") or "")
    said = f"{record.document.get('act', '')} {named.get('fingerprint') or named.get('id') or ''}".strip()
    return storable(about), storable(said)


def _asked(record: Request) -> str:
    """What was asked for and what came of it; nothing of what was written."""
    verdict = record.verdict
    error = verdict.get("error")
    if isinstance(error, Mapping):
        return f"{verdict.get('status')} {error.get('code')}: {error.get('message')}"
    return f"{verdict.get('action')} {verdict.get('status')}"


def _delegated(document: Mapping[str, object]) -> tuple[str, str]:
    """The agent, and which session key it may sign with until when."""
    arguments = document.get("args")
    delegation = arguments.get("document") if isinstance(arguments, Mapping) else None
    if not isinstance(delegation, Mapping):
        return "", "delegate"
    said = f"delegate {delegation.get('session')} until {delegation.get('expires')}"
    return storable(str(delegation.get("agent", ""))), storable(said)
