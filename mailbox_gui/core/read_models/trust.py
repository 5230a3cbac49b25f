"""Whether an index on disk can be trusted, and the words for why not."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Final

from mailbox_gui.core.journal.entry import DamagedLine, Place
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.read_models import schema

# Up to this size the whole file is checked for damage when it is opened (about 2 ms a megabyte).
_CHECKED_BYTES: Final = 16 * 1024 * 1024

# What SQLite says when the file is at fault and not the machine.
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT})
_PRIMARY: Final = 0xFF


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the error speaks of the file's content (it is rebuilt), not of disk, permission or a bug."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & _PRIMARY in _DAMAGE:
        return True
    # A table or column that is not there although the version is right: the content is not what was written.
    text = str(error)
    return "no such" in text or "malformed" in text


def why_distrusted(path: Path, journal_folder: Path) -> str | None:
    """Why the index must be built again: "missing", "damaged: …", "another version", "unlike the journal"; else None.

    Reads only. Raises sqlite3.OperationalError and OSError where the machine, not the index, is at fault.
    """
    if not os.path.lexists(path):
        return "missing"
    if path.is_symlink() or not path.is_file():
        return "damaged: not a plain file"
    if path.stat().st_size == 0:
        return "missing"
    connection = schema.connect(path)
    try:
        if schema.version_of(connection) != schema.VERSION:
            return "another version"
        if path.stat().st_size <= _CHECKED_BYTES:
            verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if verdict != "ok":
                return f"damaged: {verdict}"
        height, digest, place = reached(connection)
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return f"damaged: {error}"
        raise
    finally:
        connection.close()
    return None if place is None or _is_in(journal_folder, height, digest, place) else "unlike the journal"


def reached(connection: sqlite3.Connection) -> tuple[int, str, Place | None]:
    """Height, hash and place of the last line in the index; no place before the first."""
    found = connection.execute("SELECT height, hash, segment, offset, length FROM progress").fetchone()
    if found is None:
        raise sqlite3.DatabaseError("malformed: the index does not say how far it is")
    height, digest, *place = found
    return height, digest, Place(*place) if height else None


def _is_in(journal_folder: Path, height: int, digest: str, place: Place) -> bool:
    """Whether the journal has that very line at that place; the chain then vouches for all lines before it."""
    try:
        entry = JournalReader(journal_folder).entry_at(place)
    except (OSError, DamagedLine):
        return False
    return entry.height == height and entry.hash == digest
