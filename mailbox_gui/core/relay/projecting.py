"""Projecting into the index beside the next batch: its disk waits and the index's work overlap."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, Future

from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.read_models.index import Index


class Projector:
    """At most one projection is under way. Without an executor each is done at once, in the caller's thread.

    Whoever reads the index through its own connection sees the state before or after a projection, never between.
    """

    def __init__(self, index: Index, executor: Executor | None) -> None:
        self._index = index
        self._executor = executor
        self._running: Future[None] | None = None
        self._submitted: list[Entry] = []

    def submit(self, entries: Sequence[Entry]) -> None:
        """Begin to project `entries` when the projection before is done. Raises its OSError."""
        if not entries:
            return
        self.wait()
        self._submitted += entries
        if self._executor is None:
            self._index.project(entries)
        else:
            self._running = self._executor.submit(self._index.project, tuple(entries))

    def settle(self) -> tuple[Entry, ...]:
        """Wait for the projection under way; the lines in the index since the last call, to be told to everybody.

        Raises OSError when the index could not be written: it is caught up at the next opening.
        """
        self.wait()
        done, self._submitted = tuple(self._submitted), []
        return done

    def wait(self) -> None:
        """Wait for the projection under way. Raises its OSError."""
        running, self._running = self._running, None
        if running is not None:
            running.result()

    def abandon(self) -> None:
        """Wait for the projection under way, whatever became of it: the index is about to be closed."""
        running, self._running = self._running, None
        if running is not None:
            running.exception()
