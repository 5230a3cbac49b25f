"""The read model of messages: one row for every line of the journal that judged or decided a draft."""

from __future__ import annotations

import sqlite3
from typing import Final

from mailbox_gui.core.channels.copies import is_copy
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Accepted, Decided, Held, Rejected
from mailbox_gui.core.message.excerpt import excerpt
from mailbox_gui.core.message.faults import DAILY_LIMIT
from mailbox_gui.core.message.verdict import Signer
from mailbox_gui.core.read_models.moments_sql import to_milliseconds
from mailbox_gui.core.read_models.storable import storable

_EXCERPT_READS: Final = 320

# The conditions of the partial indexes. A query finds an index only where it repeats the condition word for word, so
# both are made of these.
TAKEN: Final = "verdict <> 'rejected'"
IN_REJECTED: Final = "verdict IN ('rejected', 'declined')"
DELIVERED: Final = "verdict IN ('accepted', 'approved', 'decision')"
WAITING: Final = "verdict = 'held'"
SETTLED: Final = "decided_height IS NOT NULL"

# What counts against the daily limit: taken messages, but no copy of a mention, which counts with its post.
COUNTED: Final = "number > 0"

# `number` counts a sender's counted messages, so that "how many since" is a subtraction and never a count.
TABLES: Final = f"""
CREATE TABLE message (
    height INTEGER PRIMARY KEY, at INTEGER NOT NULL, verdict TEXT NOT NULL, id TEXT NOT NULL, sender TEXT NOT NULL,
    recipient TEXT NOT NULL, kind TEXT NOT NULL, topic TEXT NOT NULL, requires TEXT NOT NULL, created TEXT NOT NULL,
    ref TEXT NOT NULL, due TEXT NOT NULL, check_name TEXT NOT NULL, reason TEXT NOT NULL, hint TEXT NOT NULL,
    file NOT NULL, size INTEGER NOT NULL, sha256 TEXT NOT NULL, author TEXT NOT NULL, session TEXT NOT NULL,
    excerpt TEXT NOT NULL, decided_height INTEGER, decided_at INTEGER, note TEXT NOT NULL,
    number INTEGER NOT NULL, over_limit INTEGER NOT NULL
);
CREATE INDEX message_taken_id ON message (id) WHERE {TAKEN};
CREATE INDEX message_refused_id ON message (id) WHERE verdict = 'rejected' AND id <> '';
CREATE INDEX message_sent ON message (sender, height) WHERE {TAKEN};
CREATE INDEX message_counted ON message (sender, height) WHERE {COUNTED};
CREATE INDEX message_rejected ON message (sender, height) WHERE {IN_REJECTED};
CREATE INDEX message_over_limit ON message (sender, height) WHERE over_limit = 1;
CREATE INDEX message_delivered ON message (recipient, height) WHERE {DELIVERED};
CREATE INDEX message_waiting ON message (height) WHERE {WAITING};
CREATE INDEX message_settled ON message (decided_height) WHERE {SETTLED};
CREATE INDEX message_sender ON message (sender);
CREATE INDEX message_recipient ON message (recipient);
CREATE INDEX message_kind ON message (kind);
CREATE INDEX message_verdict ON message (verdict);
CREATE INDEX message_check ON message (check_name) WHERE check_name <> '';
CREATE INDEX message_ref ON message (ref) WHERE ref <> '';
"""

_LAST_NUMBER: Final = (
    f"SELECT number FROM message INDEXED BY message_counted WHERE sender = ? AND {COUNTED} ORDER BY height DESC LIMIT 1"
)
_INSERT: Final = f"""
INSERT INTO message VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, ?,
    CASE WHEN ? THEN 0 ELSE ifnull(({_LAST_NUMBER}), 0) + 1 END, ?)
"""
_SETTLE: Final = f"""
UPDATE message SET verdict = ?, decided_height = ?, decided_at = ?, note = ?
WHERE height = (SELECT height FROM message INDEXED BY message_taken_id WHERE id = ? AND {TAKEN}) AND {WAITING}
"""
_OUTCOME: Final = {"approve": "approved", "decline": "declined"}


def project(entry: Entry, cursor: sqlite3.Cursor) -> None:
    """Adds the row of a judged draft; a decision also changes the verdict of the message that it decides."""
    record = entry.record
    match record:
        case Accepted() | Held():
            _insert(entry, record, "accepted" if isinstance(record, Accepted) else "held", cursor)
        case Rejected():
            _insert_rejected(entry, record, cursor)
        case Decided():
            _insert(entry, record, "decision", cursor, record.note or "")
            outcome = _OUTCOME.get(record.verdict)
            if outcome is not None:
                settled = (outcome, entry.height, to_milliseconds(entry.at), record.note or "", record.ref)
                cursor.execute(_SETTLE, settled)
        case _:
            pass


def _insert(
    entry: Entry, record: Accepted | Held | Decided, verdict: str, cursor: sqlite3.Cursor, note: str = ""
) -> None:
    header = record.header
    signer = record.signer or Signer("")
    cursor.execute(
        _INSERT,
        (
            entry.height, to_milliseconds(entry.at), verdict, record.id, record.folder, header.get("to", ""),
            header.get("kind", ""), header.get("topic", ""), header.get("requires", ""), header.get("created", ""),
            header.get("ref", ""), header.get("due", ""), "", "", "", stored_file_name(record.file), record.size,
            record.sha256, signer.author, signer.session, _excerpt(record.body), note,
            isinstance(record, Accepted) and is_copy(record), record.folder, False,
        ),
    )  # fmt: skip


def _insert_rejected(entry: Entry, record: Rejected, cursor: sqlite3.Cursor) -> None:
    header = record.header or {}
    reasons = [(record.check, record.reason), *((also.check, also.reason) for also in record.also or ())]
    over_limit = any(check == "limits" and DAILY_LIMIT in reason for check, reason in reasons)
    fields = [storable(header.get(key, "")) for key in ("to", "kind", "topic", "requires", "created", "ref", "due")]
    cursor.execute(
        _INSERT,
        (
            entry.height, to_milliseconds(entry.at), "rejected", record.id or "", record.folder, *fields,
            record.check, storable(record.reason), storable(record.hint or ""), stored_file_name(record.file),
            record.size, record.sha256 or "", "", "", storable(_excerpt(record.body or "")), "", True, "", over_limit,
        ),
    )  # fmt: skip


def _excerpt(body: str) -> str:
    # Reading a whole body for its first line would cost more than the rest of the row.
    text = excerpt(body[:_EXCERPT_READS])
    return f"{text}…" if len(body) > _EXCERPT_READS and not text.endswith("…") else text


def stored_file_name(name: str) -> str | bytes:
    """A file's name, as bytes where it is not UTF-8, so that it names the same file when it is read back."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return name.encode("utf-8", "surrogateescape")
    return name
