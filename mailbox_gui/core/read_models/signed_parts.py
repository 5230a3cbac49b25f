"""The read model of signed bytes: a signed message sent twice is known again, whatever its signature line says."""

from __future__ import annotations

import hashlib
import sqlite3
from typing import Final

from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.records import Accepted, Decided, Held
from mailbox_gui.core.keys.mail_signature import signed_part

TABLES: Final = """
CREATE TABLE signed_part (sha256 TEXT PRIMARY KEY, id TEXT NOT NULL) WITHOUT ROWID;
"""


def project(entry: Entry, cursor: sqlite3.Cursor) -> None:
    """Remembers the hash of the signed bytes of an accepted, held or deciding message that is signed."""
    record = entry.record
    if not isinstance(record, Accepted | Held | Decided) or record.signer is None:
        return
    try:
        signed = signed_part(message_bytes(record))
    except ValueError:
        # Only a line that was tampered with; `mailbox verify` names it.
        return
    if signed is not None:
        digest = hashlib.sha256(signed).hexdigest()
        cursor.execute("INSERT OR IGNORE INTO signed_part VALUES (?, ?)", (digest, record.id))
