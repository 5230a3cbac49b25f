"""The index's tables and settings, and the version by which an index of another make is recognised."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from mailbox_gui.core.read_models import READ_MODELS

# Raised when a projection writes other values into the same tables; a change of the tables is seen by itself.
PROJECTION: Final = 1

# `hash` and the place are those of the last projected line: by them the index knows its journal again.
_PROGRESS: Final = """
CREATE TABLE progress (
    one INTEGER PRIMARY KEY CHECK (one = 1), height INTEGER NOT NULL, hash TEXT NOT NULL,
    segment INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL
);
INSERT INTO progress VALUES (1, 0, '', 0, 0, 0);
"""
TABLES: Final = _PROGRESS + "".join(model.TABLES for model in READ_MODELS)
VERSION: Final = zlib.crc32(f"{PROJECTION}{TABLES}".encode()) & 0x7FFF_FFFF

# Pages, 4 KiB each, that the write-ahead log gathers before they move into the file: each move costs two fsyncs and
# writes a page once however often it changed, so a larger log is less work; 16 MiB is still nothing to a disk.
_CHECKPOINT_PAGES: Final = 4096
_CACHE_KIB: Final = 32 * 1024


# No transactions but our own. A connection may move to another thread, but is used by one at a time.
OPTIONS: Final[Mapping[str, Any]] = MappingProxyType(
    {"isolation_level": None, "check_same_thread": False, "cached_statements": 256, "timeout": 10}
)


def connect(path: Path | str, *, uri: bool = False) -> sqlite3.Connection:
    """A connection to a database, which is made when there is none."""
    connection: sqlite3.Connection = sqlite3.connect(path, uri=uri, **OPTIONS)
    return connection


def prepare_writer(connection: sqlite3.Connection) -> None:
    """The writer's settings: readers are never blocked, and a power cut costs no more than what is projected again."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
    connection.execute(f"PRAGMA journal_size_limit = {_CHECKPOINT_PAGES * 4096 * 2}")
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")


def prepare_builder(connection: sqlite3.Connection) -> None:
    """The settings of a build, which nobody reads and which starts over when it is cut short."""
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB * 4}")


def create(connection: sqlite3.Connection) -> None:
    """Makes all tables in an empty database."""
    connection.executescript(f"BEGIN; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;")


def version_of(connection: sqlite3.Connection) -> int:
    """The version a database says it has; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
