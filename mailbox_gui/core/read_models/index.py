"""The one SQLite index of a post office: follows the journal, and is built again whenever it cannot be trusted."""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.entry import DamagedLine, Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.read_models import READ_MODELS, building, schema
from mailbox_gui.core.read_models.machine_errors import machine_errors
from mailbox_gui.core.read_models.searchable import index_trigrams
from mailbox_gui.core.read_models.trust import reached, why_distrusted
from mailbox_gui.core.read_models.writer_connection import WriterConnection, open_writer

Progress = Callable[[int], None]
_T = TypeVar("_T")

# Lines a transaction while catching up.
_CATCH_UP_LINES: Final = 512


class Index:
    """The writer's side of the index. There is one writer, the holder of the relay's lock; see `reading` for the rest.

    `connection` is for the questions in `facts` and for the lists; nobody but the index writes through it.
    `rebuilt` says why the index was built ("missing", "damaged: …"), None when it was not.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        journal_folder: Path,
        place: Path | None = None,
        disk: Disk | None = None,
    ) -> None:
        self.connection = connection
        self.rebuilt: str | None = None
        self._journal_folder = journal_folder
        self._place = place
        self._disk = disk or Disk()
        # Projecting and tidying may be asked for from different threads; each is one transaction after the other.
        self._writing = threading.RLock()
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
        index = cls(open_writer(path, disk), journal_folder, path, disk)
        index.rebuilt = why
        try:
            index.catch_up(progress)
        except BaseException:
            index.close()
            raise
        return index

    @classmethod
    def in_memory(cls, journal_folder: Path, *, progress: Progress | None = None) -> Index:
        """An index that lies nowhere, for readers that find none they may use and may not make one.

        It holds what the journal has before a damaged line. Raises OSError.
        """
        connection = schema.connect(":memory:")
        schema.create(connection)
        index = cls(connection, journal_folder)
        with contextlib.suppress(DamagedLine):
            index.catch_up(progress)
        return index

    @property
    def height(self) -> int:
        """The height of the last line in the index, 0 before the first."""
        return self._height

    def project(self, entries: Sequence[Entry]) -> None:
        """Brings the index to the height of the last of `entries`, in one transaction; what it has is skipped.

        Lines missing before them are read from the journal. Raises OSError when the machine fails; the index then is
        as it was before. A damaged index is put away with an OSError too: open it again, and it is built again.
        """
        with self._writing:
            new = [entry for entry in entries if entry.height > self._height]
            if not new:
                return
            if new[0].height == self._height + 1:
                self._apply(new)
            else:
                self.catch_up()

    def catch_up(self, progress: Progress | None = None) -> None:
        """Projects everything the journal has beyond the index. Raises DamagedLine after what was readable, OSError."""
        height, _, place = reached(self.connection)
        entries = JournalReader(self._journal_folder).entries(after=height, place=place)
        damage: DamagedLine | None = None
        while damage is None:
            batch: list[Entry] = []
            try:
                for entry in itertools.islice(entries, _CATCH_UP_LINES):
                    batch.append(entry)  # noqa: PERF402 - what was read before a damaged line is kept
            except DamagedLine as met:
                damage = met
            if batch:
                self._apply(batch)
            if damage is not None:
                raise damage
            if not batch:
                return
            if progress is not None:
                progress(self._height)

    def tidy(self, seconds: float) -> bool:
        """Work that can wait until nothing else is to do, for about `seconds`; returns whether some is left.

        Search finds everything without it, but in a long history slowly.
        """
        with self._writing:
            return self._guarded(index_trigrams, self.connection, seconds)

    def rebuild(self, progress: Progress | None = None) -> None:
        """Builds the index again from the journal, beside the old one, and takes its place; `connection` is new."""
        if self._place is None:
            raise ValueError("an index in memory is not rebuilt but made anew")
        self.connection.close()
        _build(self._place, self._journal_folder, self._disk, progress)
        self.connection = open_writer(self._place, self._disk)
        self._height = reached(self.connection)[0]
        self.catch_up(progress)

    def close(self) -> None:
        """Closes the file; it can be opened again at any time."""
        self.connection.close()

    def _guarded(self, act: Callable[..., _T], *arguments: Any) -> _T:
        if isinstance(self.connection, WriterConnection):
            return self.connection.guarded(act, *arguments)
        return act(*arguments)

    def _apply(self, entries: Sequence[Entry]) -> None:
        with self._writing:
            self._guarded(self._apply_in_transaction, entries)

    def _apply_in_transaction(self, entries: Sequence[Entry]) -> None:
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
    with machine_errors(path):
        connection = schema.connect(building.start(path, disk))
        try:
            schema.prepare_builder(connection)
            Index(connection, journal_folder).catch_up(progress)
        finally:
            connection.close()
        building.take_place(path, disk)
