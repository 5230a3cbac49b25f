"""Reading the index from anywhere: never writes, never blocks the writer, and answers also where there is no index."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Final

from mailbox_gui.core.journal.entry import DamagedLine
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.read_models import schema
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.read_models.trust import is_damage, reached, why_content_distrusted

_ATTEMPTS: Final = 5
# How long an index may lag behind the journal before nobody seems to feed it, seconds.
_PATIENCE: Final = 0.1
# An index that nobody feeds is copied into memory to catch up there, up to this size; a larger one is read as it is.
_COPIED_BYTES: Final = 64 * 1024 * 1024


class Reading:
    """A reader's view of the index that stays good while the index grows, is rebuilt, or is not there.

    For one thread at a time. `connection` may be another one at each call: ask for it before each question.
    """

    def __init__(self, path: str | os.PathLike[str], journal_folder: Path) -> None:
        self._path = Path(path)
        self._journal_folder = journal_folder
        self._connection: sqlite3.Connection | None = None
        self._inode: int | None = None
        self._private: Index | None = None

    @property
    def connection(self) -> sqlite3.Connection:
        """A connection that only reads, at the newest state: the index on disk, else one in memory, from the journal.

        Raises OSError when the journal cannot be read.
        """
        if self._private is not None and not self._returned():
            _catch_up(self._private)
            return self._private.connection
        if self._connection is not None and _inode(self._path) == self._inode:
            return self._connection
        return self._open()

    def close(self) -> None:
        """Closes what is open; the next question opens it again."""
        if self._private is not None:
            self._private.close()
        elif self._connection is not None:
            self._connection.close()
        self._connection = self._private = self._inode = None

    def _returned(self) -> bool:
        """Whether an index lies on disk now that was not there, or not good, when the private one was made."""
        return _inode(self._path) not in (None, self._inode)

    def _open(self) -> sqlite3.Connection:
        self.close()
        for _ in range(_ATTEMPTS):
            before = _inode(self._path)
            found = _open_on_disk(self._path, self._journal_folder) if before is not None else None
            # A rebuild may have put a new file there between the opening of the file and that of its log.
            if _inode(self._path) == before:
                self._inode = before
                break
            if found is not None:
                found.close()
        else:
            found = None
        if found is None:
            self._private = Index.in_memory(self._journal_folder)
            found = self._private.connection
        self._connection = found
        return found


def open_reading(path: str | os.PathLike[str], journal_folder: Path) -> sqlite3.Connection:
    """A connection that only reads, for one question or a few; the caller closes it.

    Where the index is missing, damaged, of another version or unlike the journal, and where nobody has fed it for a
    moment although the journal is longer, it is one in memory. Raises OSError when the journal cannot be read.
    """
    connection = Reading(path, journal_folder).connection
    if _lags(connection, journal_folder):
        time.sleep(_PATIENCE)
        if _lags(connection, journal_folder) and os.path.getsize(path) <= _COPIED_BYTES:
            connection = _caught_up_copy(connection, journal_folder)
    connection.execute("PRAGMA query_only = 1")
    return connection


def _open_on_disk(path: Path, journal_folder: Path) -> sqlite3.Connection | None:
    """A read-only connection to the index, None when it cannot be used."""
    for how in ("mode=ro", "immutable=1"):
        connection: sqlite3.Connection | None = None
        try:
            connection = schema.connect(f"{path.absolute().as_uri()}?{how}", uri=True)
            connection.execute("PRAGMA query_only = 1")
            if why_content_distrusted(connection, journal_folder) is None:
                return connection
        except sqlite3.OperationalError:
            # In a folder that may not be written SQLite cannot make the files by which readers and writer agree; where
            # there is no log either, nobody writes, and the file can be read as it is.
            if connection is not None:
                connection.close()
            if _has_log(path):
                return None
            continue
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
        if connection is not None:
            connection.close()
        return None
    return None


def _has_log(path: Path) -> bool:
    try:
        return os.path.getsize(f"{path}-wal") > 0
    except OSError:
        return False


def _inode(path: Path) -> int | None:
    try:
        return path.stat().st_ino
    except OSError:
        return None


def _lags(connection: sqlite3.Connection, journal_folder: Path) -> bool:
    try:
        return reached(connection)[0] < JournalReader(journal_folder).last_height()
    except DamagedLine:
        return False


def _caught_up_copy(connection: sqlite3.Connection, journal_folder: Path) -> sqlite3.Connection:
    copy = schema.connect(":memory:")
    connection.backup(copy)
    connection.close()
    _catch_up(Index(copy, journal_folder))
    return copy


def _catch_up(index: Index) -> None:
    """As far as the journal can be read: what is wrong behind that is for `mailbox verify` to name."""
    try:
        index.catch_up()
    except DamagedLine:
        return
