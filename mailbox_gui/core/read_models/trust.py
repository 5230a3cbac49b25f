"""Whether an index on disk can be trusted, and the words for why not."""

from __future__ import annotations

import functools
import os
import sqlite3
from pathlib import Path
from typing import Final

from mailbox_gui.core.journal.entry import DamagedLine, Place
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.read_models import schema

# Up to this size the whole file is checked for damage when it is opened: some 2 ms a megabyte. Damage in a larger one
# is met when its page is read, and the index is then built again too.
_CHECKED_BYTES: Final = 16 * 1024 * 1024

# What SQLite says when the file is at fault and not the machine.
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT})
_PRIMARY: Final = 0xFF

# The journal no longer has the line that the index was last fed with: one of the two was exchanged or cut.
UNLIKE: Final = "unlike the journal"


def is_damage(error: BaseException) -> bool:
    """Whether an error speaks of the file's content, so that building anew helps, and not of the machine or a bug."""
    if isinstance(error, sqlite3.OperationalError) and "malformed" in str(error):
        return True
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & _PRIMARY in _DAMAGE


def why_distrusted(path: Path, journal_folder: Path) -> str | None:
    """Why the index must be built again: "missing", "damaged: …", "another version", "unlike the journal"; else None.

    Raises sqlite3.OperationalError and OSError where the machine, not the index, is at fault.
    """
    if not os.path.lexists(path):
        return "missing"
    if path.is_symlink() or not path.is_file():
        return "damaged: not a plain file"
    size = path.stat().st_size
    if size == 0:
        return "missing"
    connection = schema.connect(path)
    try:
        return why_content_distrusted(connection, journal_folder, check=size <= _CHECKED_BYTES)
    finally:
        connection.close()


def why_content_distrusted(connection: sqlite3.Connection, journal_folder: Path, *, check: bool = False) -> str | None:
    """The same of an open index; `check` reads the whole file."""
    try:
        if schema.version_of(connection) != schema.VERSION:
            return "another version"
        if check and (verdict := connection.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            return f"damaged: {verdict}"
        if not _tables_of(connection) >= _expected_tables():
            return "damaged: a table is missing"
        height, digest, place = reached(connection)
    except (sqlite3.DatabaseError, ValueError) as error:
        if isinstance(error, ValueError) or is_damage(error):
            return f"damaged: {error}"
        raise
    return None if place is None or _is_in(journal_folder, height, digest, place) else UNLIKE


def reached(connection: sqlite3.Connection) -> tuple[int, str, Place | None]:
    """Height, hash and place of the last line in the index; no place before the first.

    Raises ValueError when the index does not say.
    """
    found = connection.execute("SELECT height, hash, segment, offset, length FROM progress").fetchone()
    if found is None or [type(value) for value in found] != [int, str, int, int, int]:
        raise ValueError("the index does not say how far it is")
    height, digest, *place = found
    return height, digest, Place(*place) if height else None


def _tables_of(connection: sqlite3.Connection) -> frozenset[str]:
    return frozenset(row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE name IS NOT NULL"))


@functools.cache
def _expected_tables() -> frozenset[str]:
    connection = schema.connect(":memory:")
    try:
        schema.create(connection)
        return _tables_of(connection)
    finally:
        connection.close()


def _is_in(journal_folder: Path, height: int, digest: str, place: Place) -> bool:
    """Whether the journal has that very line at that place; the chain then vouches for all lines before it."""
    try:
        entry = JournalReader(journal_folder).entry_at(place)
    except (OSError, DamagedLine, ValueError, OverflowError):
        return False
    return entry.height == height and entry.hash == digest
