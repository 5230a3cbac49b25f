"""One line of the journal as a value, and where it lies."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from mailbox_gui.core.journal.records import Record


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line lies: the segment (the first height in its name), the offset and length in bytes."""

    segment: int
    offset: int
    length: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One line. `prev` and `hash` are SHA-256 in hex of the line before and of this one, newlines included."""

    height: int
    at: datetime
    record: Record
    prev: str
    hash: str
    place: Place


class DamagedLine(Exception):
    """Bytes that are no line of a journal; `reason` is plain and holds nothing of the line's content.

    `height` is the height that stood at this place, as far as it is known.
    """

    def __init__(self, reason: str, height: int | None = None) -> None:
        super().__init__(reason if height is None else f"height {height}: {reason}")
        self.reason = reason
        self.height = height


class ChainBroken(Exception):
    """The history was changed or lost a part; `height` is the first line that cannot be relied on."""

    def __init__(self, height: int, reason: str) -> None:
        super().__init__(f"the journal's chain breaks at height {height}: {reason}")
        self.height = height
        self.reason = reason
