"""The read model of administration: acts that were applied, their nonces, who is paused."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Final

from mailbox_gui.core.channels.copies import agent_in
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import (
    Agent,
    Channel,
    Credential,
    CredentialRevoked,
    Delegated,
    Paused,
    Request,
    Resumed,
    Revoked,
    Rules,
)
from mailbox_gui.core.read_models.moments_sql import to_milliseconds

TABLES: Final = """
CREATE TABLE act (height INTEGER PRIMARY KEY, type TEXT NOT NULL, document TEXT NOT NULL);
CREATE INDEX act_type ON act (type, height);
CREATE TABLE nonce (nonce TEXT PRIMARY KEY, height INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE pause (agent TEXT PRIMARY KEY, paused_at INTEGER, resumed_height INTEGER NOT NULL) WITHOUT ROWID;
"""

_PAUSED: Final = """
INSERT INTO pause VALUES (?, ?, 0) ON CONFLICT (agent) DO UPDATE SET paused_at = excluded.paused_at
"""
_RESUMED: Final = """
INSERT INTO pause VALUES (?, NULL, ?)
ON CONFLICT (agent) DO UPDATE SET paused_at = NULL, resumed_height = excluded.resumed_height
"""


def project(entry: Entry, cursor: sqlite3.Cursor) -> None:
    """Keeps the document of an act, uses up its nonce, pauses and resumes."""
    record = entry.record
    match record:
        case Rules():
            _keep(entry.height, "rules", record.document, cursor)
        case Agent():
            _keep(entry.height, "agent", record.document, cursor)
        case Delegated():
            _keep(entry.height, "delegated", record.document, cursor)
        case Revoked():
            _keep(entry.height, "revoked", record.document, cursor)
        case Resumed():
            _keep(entry.height, "resumed", record.document, cursor)
            cursor.execute(_RESUMED, (_agent_of(record.document), entry.height))
        case Channel():
            _keep(entry.height, "channel", record.document, cursor)
        case Credential():
            _keep(entry.height, "credential", record.document, cursor)
        case CredentialRevoked():
            _keep(entry.height, "credential_revoked", record.document, cursor)
        case Request() if (made := agent_in(record)) is not None:
            # Of the same type as the owner's acts about agents: both make who exists.
            _keep(entry.height, "agent", {"act": f"agent-{made.get('did')}", "args": made}, cursor)
        case Paused():
            cursor.execute(_PAUSED, (record.agent, to_milliseconds(entry.at)))
        case _:
            pass


def _agent_of(document: Mapping[str, object]) -> str:
    arguments = document.get("args")
    return str(arguments.get("agent", "")) if isinstance(arguments, Mapping) else ""


def _keep(height: int, kind: str, document: Mapping[str, object], cursor: sqlite3.Cursor) -> None:
    # ASCII JSON: a lone surrogate stays an escape, which SQLite can keep.
    cursor.execute("INSERT INTO act VALUES (?, ?, ?)", (height, kind, json.dumps(dict(document))))
    nonce = document.get("nonce")
    if isinstance(nonce, str):
        cursor.execute("INSERT OR IGNORE INTO nonce VALUES (?, ?)", (nonce, height))
