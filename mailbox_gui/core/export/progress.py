"""How far a long export is: told to whoever shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

# Called with steps done and steps in all; bytes, mostly. Never more often than is worth a look.
Progress = Callable[[int, int], None]

_WORTH_A_LOOK: Final = 1 << 20


def silent(_done: int, _total: int) -> None:
    """For whoever does not want to know."""


class Meter:
    """Counts bytes and tells `progress` about once a megabyte."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0
        self._told = 0
        progress(0, total)

    def add(self, size: int) -> None:
        """So much more is done; a journal that grew meanwhile never makes it more than all."""
        self._done = min(self._done + size, self._total)
        if self._done - self._told >= _WORTH_A_LOOK:
            self._told = self._done
            self._progress(self._done, self._total)

    def end(self) -> None:
        """Everything is done."""
        self._progress(self._total, self._total)
