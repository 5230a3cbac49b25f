"""An export under way: written on a worker's thread, looked at and given up from main."""

from __future__ import annotations

import threading


class CancelledError(Exception):
    """The owner gave the export up; nothing is left of it."""


class ExportRun:
    """`progress` is for the worker's thread, all else for any."""

    def __init__(self) -> None:
        self._cancelled = threading.Event()
        self._state = (0, 0)

    def progress(self, done: int, total: int) -> None:
        """So much is done. Raises CancelledError once it is given up."""
        self._state = (done, total)
        self.go_on()

    def go_on(self) -> None:
        """Raises CancelledError once it is given up."""
        if self._cancelled.is_set():
            raise CancelledError

    def cancel(self) -> None:
        """Give it up at its next step."""
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        """Whether it is given up."""
        return self._cancelled.is_set()

    @property
    def percent(self) -> int:
        """How much is done, 0 to 100."""
        done, total = self._state
        return done * 100 // total if total else 0
