"""An index of one's own, made while the journal is read: what the one on disk says is compared with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Final

from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.proof.finding import Wrong
from mailbox_gui.core.read_models import READ_MODELS, schema, searchable
from mailbox_gui.core.read_models.trust import reached

# Texts for searching are most of an index and decide nothing.
_MODELS: Final = tuple(model for model in READ_MODELS if model is not searchable)
_LEFT_OUT: Final = ("searchable", "trigram", "sqlite_", "progress")


class FreshIndex:
    """Lies in a temporary file of SQLite's own, gone with the connection. `height` is of the last line taken."""

    def __init__(self) -> None:
        self.connection = sqlite3.connect("", **schema.OPTIONS)
        schema.prepare_builder(self.connection)
        schema.create(self.connection)
        self.height = 0
        self._cursor = self.connection.cursor()
        self._cursor.execute("BEGIN")

    def settle(self) -> None:
        """All is taken: from here on it is only asked."""
        self._cursor.execute("COMMIT")

    def catch_up(self, journal: Path) -> bool:
        """Take the lines that came since, after it was settled; whether there were any. Raises DamagedLine, OSError."""
        before = self.height
        self._cursor.execute("BEGIN")
        for _ in self.passing(JournalReader(journal).entries(after=self.height)):
            pass
        self.settle()
        return self.height > before

    def close(self) -> None:
        """Forget it."""
        self.connection.close()

    def passing(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Take up the entries as they pass by."""
        for entry in entries:
            for model in _MODELS:
                model.project(entry, self._cursor)
            self.height = entry.height
            yield entry

    def differences(self, disk: sqlite3.Connection) -> Iterator[Wrong]:
        """Where an index of the same height says something else, table by table."""
        for table in self._tables():
            everything = f"SELECT * FROM {table} ORDER BY 1, 2"  # noqa: S608 - our own tables' names
            for mine, other in zip_longest(self.connection.execute(everything), disk.execute(everything)):
                if mine != other:
                    yield Wrong(f"the index says something else than the journal (in {table}): run mailbox reindex")
                    break

    def _tables(self) -> list[str]:
        names = self.connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        return [name for (name,) in names if not name.startswith(_LEFT_OUT)]


class DiskIndex:
    """The index on disk as it is at one moment; `height` is 0 where there is none to compare."""

    def __init__(self, path: Path) -> None:
        self.connection = schema.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True) if path.exists() else None
        self.height = 0
        try:
            if self.connection is not None:
                self.connection.execute("BEGIN")
                if schema.version_of(self.connection) == schema.VERSION:
                    self.height = reached(self.connection)[0]
        except (sqlite3.Error, ValueError):
            # A damaged index is built again at the next start: that is no fault of history.
            self.height = 0

    def close(self) -> None:
        """Let go of it."""
        if self.connection is not None:
            self.connection.close()
