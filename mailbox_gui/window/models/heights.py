"""Which journal lines a table shows, newest first: all of them, or what a query found. Never more than numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable


class Heights:
    """Row 0 is the newest. A row's `steady` number stays the same when newer lines come on top."""

    def __init__(self, heights: Iterable[int] = ()) -> None:
        self._front = array("q")
        # An array is taken over as it is: it was made on the reader thread, and nobody else keeps it.
        self._back = heights if isinstance(heights, array) else array("q", heights)

    def __len__(self) -> int:
        return len(self._front) + len(self._back)

    def at(self, row: int) -> int:
        """The height in a row."""
        new = len(self._front)
        return self._front[new - 1 - row] if row < new else self._back[row - new]

    def steady(self, row: int) -> int:
        """The number of a row that does not change when newer lines come."""
        return row - len(self._front)

    def row(self, steady: int) -> int:
        """The row of a steady number, outside of the rows when it is none of them."""
        return steady + len(self._front)

    def newest(self) -> int:
        """The highest height, 0 without any."""
        return self.at(0) if len(self) else 0

    def oldest(self) -> int:
        """The lowest height, 0 without any."""
        return self.at(len(self) - 1) if len(self) else 0

    def extend(self, older: Iterable[int]) -> None:
        """Add older lines at the end, newest of them first."""
        self._back.extend(older)

    def prepend(self, newer: Iterable[int]) -> int:
        """Add newer lines on top, given newest first; what is no newer is left out. Answers how many came."""
        top = self.newest()
        fresh = sorted(height for height in newer if height > top)
        self._front.extend(fresh)
        return len(fresh)

    def row_of(self, height: int) -> int:
        """The row of a height, -1 when it is not here. Heights fall from row to row."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self.at(middle) > height:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self) and self.at(low) == height else -1
