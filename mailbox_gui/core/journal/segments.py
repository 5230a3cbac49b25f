"""The journal's files: their names, the lines in them, forwards across segments and backwards from an end."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mailbox_gui.core.journal.entry import DamagedLine

_NAME = re.compile(r"([0-9]{12})\.jsonl")
_BLOCK = 1 << 18


@dataclass(frozen=True, slots=True)
class RawLine:
    """Bytes between two newlines as they lie in a segment; the last of all may lack its newline."""

    segment: int
    offset: int
    content: bytes

    @property
    def whole(self) -> bool:
        """Whether the line ends in its newline."""
        return self.content.endswith(b"\n")


def segment_path(folder: Path, segment: int) -> Path:
    """The file of the segment whose first height is `segment`."""
    return folder / f"{segment:012d}.jsonl"


def list_segments(folder: Path) -> list[int]:
    """The first heights of all segments, in order; empty where there is no journal. Raises OSError."""
    try:
        with os.scandir(folder) as files:
            names = [_NAME.fullmatch(file.name) for file in files]
    except FileNotFoundError:
        return []
    return sorted(int(name[1]) for name in names if name is not None)


def lines_from(folder: Path, segment: int, offset: int = 0) -> Iterator[RawLine]:
    """Every line from `offset` of `segment` to the end of the journal, across segments.

    A last line without its newline is yielded as it is, once. Raises DamagedLine where a segment that is not the last
    ends without a newline, FileNotFoundError where the first one is missing; that segments follow each other without a
    gap is seen by who looks at the heights.
    """
    current: int | None = segment
    while current is not None:
        following: int | None = None
        with segment_path(folder, current).open("rb", buffering=_BLOCK) as file:
            file.seek(offset)
            for content in file:
                if content.endswith(b"\n"):
                    yield RawLine(current, offset, content)
                    offset += len(content)
            following = _following(folder, current)
            # A writer may have ended the line, written more and begun a segment since: look once more.
            file.seek(offset)
            for content in file:
                if not content.endswith(b"\n") and following is not None:
                    raise DamagedLine(f"the segment {current:012d} ends in the middle of a line")
                yield RawLine(current, offset, content)
                offset += len(content)
        current, offset = following, 0


def lines_before(folder: Path, segment: int, end: int) -> Iterator[RawLine]:
    """The lines of one segment before offset `end`, the last first; that one may lack its newline."""
    with segment_path(folder, segment).open("rb") as file:
        rest = b""
        size = _BLOCK
        start = end
        while start > 0:
            # A line longer than the block is read again in a block twice as long, so that a long one stays cheap.
            length = min(size, start)
            start -= length
            file.seek(start)
            first, *others = _split(file.read(length) + rest)
            size = size if others else 2 * size
            offset = start + len(first) + sum(map(len, others))
            for content in reversed(others):
                offset -= len(content)
                yield RawLine(segment, offset, content)
            rest = first
        if rest:
            yield RawLine(segment, 0, rest)


def _split(block: bytes) -> list[bytes]:
    """Lines with their newlines; the last may lack it."""
    *ended, rest = block.split(b"\n")
    lines = [line + b"\n" for line in ended]
    return [*lines, rest] if rest else lines


def _following(folder: Path, segment: int) -> int | None:
    return min((other for other in list_segments(folder) if other > segment), default=None)
