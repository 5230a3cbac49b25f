"""Reading the journal: needs no lock, disturbs nobody, and stops before a line that is still being written."""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from pathlib import Path

from mailbox_gui.core.journal.codec import decode, read_frame
from mailbox_gui.core.journal.entry import DamagedLine, Entry, Place
from mailbox_gui.core.journal.segments import RawLine, lines_before, lines_from, list_segments, segment_path


class JournalReader:
    """The journal in `folder`, for reading; it may grow meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def entries(self, after: int = 0, place: Place | None = None) -> Iterator[Entry]:
        """The entries above height `after`, in order, to the last whole line that is there when it is reached.

        With `place`, where the entry `after` lies, reading begins right behind it; else the segment is searched.
        The chain is not checked here, only that every line is one and that heights follow each other: raises
        DamagedLine where that ends (later lines cannot be reached this way), OSError.
        """
        expected = after + 1
        searching = place is None
        try:
            for line in self._lines(after, place):
                if not line.whole:
                    return
                if searching and read_frame(line.content).height < expected:
                    continue
                searching = False
                yield _require_height(decode(line.content, line.segment, line.offset), expected)
                expected += 1
        except DamagedLine as damage:
            raise DamagedLine(damage.reason, expected) from None
        except FileNotFoundError:
            raise DamagedLine("its segment is missing", expected) from None

    def entry_at(self, place: Place) -> Entry:
        """The entry that lies at `place`. Raises DamagedLine when none lies exactly there, also of a missing file."""
        try:
            with segment_path(self.folder, place.segment).open("rb") as file:
                file.seek(place.offset)
                content = file.read(place.length)
        except FileNotFoundError:
            raise DamagedLine("its segment is missing") from None
        if content.find(b"\n") != place.length - 1:
            raise DamagedLine("no line lies there")
        return decode(content, place.segment, place.offset)

    def last_height(self) -> int:
        """The height of the last whole line, 0 where there is none. Raises DamagedLine, OSError."""
        for segment in reversed(list_segments(self.folder)):
            size = segment_path(self.folder, segment).stat().st_size
            for line in lines_before(self.folder, segment, size):
                if line.whole:
                    return read_frame(line.content).height
        return 0

    def _lines(self, after: int, place: Place | None) -> Iterator[RawLine]:
        if place is not None:
            return lines_from(self.folder, place.segment, place.offset + place.length)
        segments = list_segments(self.folder)
        if not segments:
            return iter(())
        return lines_from(self.folder, segments[max(0, bisect.bisect_right(segments, after + 1) - 1)])


def _require_height(entry: Entry, expected: int) -> Entry:
    if entry.height != expected:
        raise DamagedLine(f"height {entry.height} stands where {expected} belongs")
    return entry
