"""SQLite's complaints about the machine as what they are: OSError with a number the relay can act on."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_NUMBERS: Final = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_PERM: errno.EACCES,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_BUSY: errno.EBUSY,
    sqlite3.SQLITE_LOCKED: errno.EBUSY,
}


@contextmanager
def machine_errors(path: object) -> Iterator[None]:
    """Raises OSError for `path` where SQLite complains of disk, permission or lock; lets everything else through."""
    try:
        yield
    except sqlite3.OperationalError as error:
        number = _NUMBERS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        if number is None:
            raise
        raise OSError(number, str(error), str(path)) from error
