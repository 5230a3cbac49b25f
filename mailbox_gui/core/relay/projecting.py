"""Projecting into the index beside the relay's work: its disk waits and the index's work overlap."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, Future

from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.read_models.index import Index

# Lines are projected together: alone each costs five times as much. Whoever needs the index up to date waits for it.
_TOGETHER = 64


class Projector:
    """At most one projection is under way. Without an executor each is done at once, in the caller's thread.

    Whoever reads the index through its own connection sees the state before or after a projection, never between.
    All methods raise the OSError of a projection that failed: the index is caught up at the next opening.
    """

    def __init__(self, index: Index, executor: Executor | None) -> None:
        self._index = index
        self._executor = executor
        self._running: Future[None] | None = None
        self._waiting: list[Entry] = []
        self._under_way: list[Entry] = []
        self._done: list[Entry] = []

    @property
    def height(self) -> int:
        """All lines up to this height are in the index; those after it are on their way."""
        self._collect()
        return self._index.height if self._running is None else self._under_way[0].height - 1

    def submit(self, entries: Sequence[Entry]) -> None:
        """Take lines in, to be projected with more of them or when somebody waits for the index."""
        self._waiting += entries
        if self._executor is None:
            self.wait()
            return
        self._collect()
        if self._running is None and len(self._waiting) >= _TOGETHER:
            self._begin()
            self._running = self._executor.submit(self._index.project, tuple(self._under_way))

    def told(self) -> tuple[Entry, ...]:
        """The lines that got into the index since the last call, to be told to everybody."""
        self._collect()
        done, self._done = tuple(self._done), []
        return done

    def wait(self) -> None:
        """Bring the index up to date."""
        if self._running is not None:
            self._running.exception()
            self._collect()
        if self._waiting:
            self._begin()
            self._index.project(tuple(self._under_way))
            self._end()

    def abandon(self) -> None:
        """Wait for the projection under way, whatever became of it: the index is about to be closed."""
        running, self._running = self._running, None
        if running is not None:
            running.exception()

    def _begin(self) -> None:
        self._under_way, self._waiting = self._waiting, []

    def _end(self) -> None:
        self._done += self._under_way
        self._under_way = []

    def _collect(self) -> None:
        """Take note of a projection that has come to its end."""
        if self._running is not None and self._running.done():
            running, self._running = self._running, None
            running.result()
            self._end()
