"""The one SQLite index of a post office: follows the journal, and is built again whenever it cannot be trusted."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.read_models import READ_MODELS, building, schema
from mailbox_gui.core.read_models.machine_errors import machine_errors
from mailbox_gui.core.read_models.searchable import index_trigrams
from mailbox_gui.core.read_models.trust import is_damage, reached, why_distrusted

Progress = Callable[[int], None]

# Lines a transaction while catching up.
_CATCH_UP_LINES: Final = 512


class Index:
    """The writer's side of the index. There is one writer, the holder of the relay's lock; see `reading` for the rest.

    `connection` is for the questions in `facts` and for the lists; nobody but the index writes through it.
    `rebuilt` says why the index was built ("missing", "damaged: …"), None when it was not.
    """

    def __init__(self, connection: sqlite3.Connection, journal_folder: Path, place: Path | None, disk: Disk) -> None:
        self.connection = connection
        self.rebuilt: str | None = None
        self._journal_folder = journal_folder
        self._place = place
        self._disk = disk
        self._height = reached(connection)[0]

    @classmethod
    def open(
        cls, path: Path, journal_folder: Path, *, disk: Disk | None = None, progress: Progress | None = None
    ) -> Index:
        """Opens the index at `path`, builds it when it cannot be trusted, and catches up with the journal.

        `progress` is told the height reached now and then. Raises OSError when the index cannot be read or written.
        """
        disk = disk or Disk()
        with machine_errors(path):
            why = why_distrusted(path, journal_folder)
            if why is not None:
                _build(path, journal_folder, disk, progress)
            connection = schema.connect(path)
            schema.prepare_writer(connection)
            index = cls(connection, journal_folder, path, disk)
            index.rebuilt = why
            index.catch_up(progress)
        return index

    @classmethod
    def in_memory(cls, journal_folder: Path, *, progress: Progress | None = None) -> Index:
        """An index that lies nowhere, for readers that find none they may use and may not make one."""
        connection = schema.connect(":memory:")
        schema.create(connection)
        index = cls(connection, journal_folder, None, Disk())
        index.catch_up(progress)
        return index

    @property
    def height(self) -> int:
        """The height of the last line in the index, 0 before the first."""
        return self._height

    def project(self, entries: Sequence[Entry]) -> None:
        """Brings the index to the height of the last of `entries`, in one transaction; what it has is skipped.

        Lines missing before them are read from the journal. A damaged index is built again from the journal, which
        holds the entries by then. Raises OSError when the machine fails; the index then is as it was before.
        """
        new = [entry for entry in entries if entry.height > self._height]
        if not new:
            return
        with machine_errors(self._place):
            try:
                if new[0].height == self._height + 1:
                    self._apply(new)
                else:
                    self.catch_up()
            except sqlite3.DatabaseError as error:
                if not is_damage(error) or self._place is None:
                    raise
                self.rebuild()
                self.rebuilt = f"damaged: {error}"

    def catch_up(self, progress: Progress | None = None) -> None:
        """Projects everything the journal has beyond the index."""
        height, _, place = reached(self.connection)
        entries = JournalReader(self._journal_folder).entries(after=height, place=place)
        while batch := list(itertools.islice(entries, _CATCH_UP_LINES)):
            self._apply(batch)
            if progress is not None:
                progress(self._height)

    def tidy(self, seconds: float) -> bool:
        """Work that can wait until nothing else is to do, for about `seconds`; returns whether some is left.

        Search finds everything without it, but in a long history slowly.
        """
        with machine_errors(self._place):
            return index_trigrams(self.connection, seconds)

    def rebuild(self, progress: Progress | None = None) -> None:
        """Builds the index again from the journal, beside the old one, and takes its place; `connection` is new."""
        if self._place is None:
            raise ValueError("an index in memory is not rebuilt but made anew")
        self.connection.close()
        with machine_errors(self._place):
            _build(self._place, self._journal_folder, self._disk, progress)
            self.connection = schema.connect(self._place)
            schema.prepare_writer(self.connection)
            self.catch_up(progress)

    def close(self) -> None:
        """Closes the file; it can be opened again at any time."""
        self.connection.close()

    def _apply(self, entries: Sequence[Entry]) -> None:
        cursor = self.connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        try:
            for entry in entries:
                for model in READ_MODELS:
                    model.project(entry, cursor)
            last = entries[-1]
            cursor.execute(
                "UPDATE progress SET height = ?, hash = ?, segment = ?, offset = ?, length = ?",
                (last.height, last.hash, last.place.segment, last.place.offset, last.place.length),
            )
            cursor.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                cursor.execute("ROLLBACK")
            raise
        self._height = last.height


def _build(path: Path, journal_folder: Path, disk: Disk, progress: Progress | None) -> None:
    """A whole new index at `path`; the old one, if any, is there until the new one is complete."""
    connection = schema.connect(building.start(path, disk))
    try:
        schema.prepare_builder(connection)
        Index(connection, journal_folder, None, disk).catch_up(progress)
    finally:
        connection.close()
    building.take_place(path, disk)
