"""The writer's connection: it knows a damaged index when it meets one, whoever asked."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.read_models import schema
from mailbox_gui.core.read_models.machine_errors import machine_errors
from mailbox_gui.core.read_models.trust import is_damage

_T = TypeVar("_T")


class WriterConnection(sqlite3.Connection):
    """Raises OSError for the machine's faults, and for damage after putting the index away, so that the next opening
    builds it again: the relay opens everything anew after an OSError.
    """

    place: Path | None = None
    disk: Disk | None = None

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        """As in sqlite3."""
        return self.guarded(super().execute, *arguments)

    def guarded(self, act: Callable[..., _T], *arguments: Any) -> _T:
        """Does `act`, with errors as the class says."""
        try:
            with machine_errors(self.place):
                return act(*arguments)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            if self.place is not None and self.disk is not None and os.path.lexists(self.place):
                self.disk.unlink(self.place)
            raise OSError(
                errno.EIO, f"the index was damaged ({error}); it is built again from the journal", str(self.place)
            ) from error


def open_writer(place: Path, disk: Disk) -> WriterConnection:
    """The connection of the one writer. Raises OSError."""
    with machine_errors(place):
        connection = WriterConnection(place, **schema.OPTIONS)
        connection.place = place
        connection.disk = disk
        schema.prepare_writer(connection)
    return connection
