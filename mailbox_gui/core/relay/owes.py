"""How many debts everybody has, in one small file: `mailbox check --debts` reads it without opening the index."""

from __future__ import annotations

import logging
import os
import sqlite3
from typing import Final

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.read_models.debt_lists import owed_counts
from mailbox_gui.core.read_models.search import snapshot

_LOG: Final = logging.getLogger(__name__)


class OwesFile:
    """The file follows the index. Its first line is the end of the journal that it was made at: the newest segment and
    its size; whoever finds the journal longer asks the index instead. Its last line repeats the first one, so that a
    reader in the middle of a write sees that it is: it is written over in one call, which costs a hundredth of
    replacing it.
    """

    def __init__(self, office: PostOffice, disk: Disk) -> None:
        self._path = os.fspath(office.owes)
        self._disk = disk
        self._descriptor: int | None = None
        self._written = ""

    def follow(self, connection: sqlite3.Connection) -> None:
        """Write the counts as the index has them, where they or the journal's end are others than before."""
        with snapshot(connection):
            segment, end = connection.execute("SELECT segment, offset + length FROM progress").fetchone()
            counts = owed_counts(connection)
        made_at = f"{segment:012d}.jsonl {end}\n"
        text = "".join([made_at, *(f"{name} {count}\n" for name, count in counts.items()), f"= {made_at}"])
        if text == self._written:
            return
        try:
            self._disk.overwrite(self._open(), text.encode())
        except OSError as error:
            # The journal has grown beyond the old one, so that nobody goes by it; a full disk is said elsewhere.
            _LOG.warning("the file of debts could not be written: %s", error.strerror)
            return
        self._written = text

    def close(self) -> None:
        """Close the file."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _open(self) -> int:
        if self._descriptor is None:
            if not os.path.lexists(self._path):
                self._disk.write_new(self._path, b"")
            self._descriptor = os.open(self._path, os.O_WRONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        return self._descriptor
