"""Following the chain: each line carries the hash of the one before, checkpoints are signed, the tail may be torn."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mailbox_gui.core.journal.checkpoints import require_checkpoint
from mailbox_gui.core.journal.codec import NO_PREVIOUS, decode, line_hash, read_frame, require_own_form
from mailbox_gui.core.journal.entry import DamagedLine
from mailbox_gui.core.journal.records import Unknown
from mailbox_gui.core.journal.segments import RawLine, lines_from, list_segments, segment_path


@dataclass(frozen=True, slots=True)
class ChainReport:
    """What a walk over the chain found.

    `height` is the last line that can be relied on, `broken_at` the first that cannot (None: all can) and `reason`
    why, `checkpoints` how many signatures were verified, `torn_bytes` the length of an append that was cut short at
    the very end, which is no break: the next start of the relay cuts it off.
    """

    height: int
    broken_at: int | None
    reason: str | None
    checkpoints: int
    torn_bytes: int = 0


def verify_chain(folder: Path, relay_public: str | None) -> ChainReport:
    """Follow the whole journal in `folder`, in bounded memory. Raises OSError.

    With `relay_public` None, checkpoints may be signed by any key.
    """
    segments = list_segments(folder)
    if not segments:
        return ChainReport(0, None, None, 0)
    walk = ChainWalk(folder, relay_public)
    walk.follow(segments[0], 0)
    return ChainReport(walk.height, walk.broken_at, walk.reason, walk.checkpoints, walk.torn_bytes)


class ChainWalk:
    """A walk along the chain from a line whose predecessor is known.

    After `follow`: `height`, `hash` and `at` are of the last good line (`at` as text, empty before the first), `end` is
    the offset behind it in the last segment, `segment`.
    """

    def __init__(
        self, folder: Path, relay_public: str | None, height: int = 0, previous: str = NO_PREVIOUS, at: str = ""
    ) -> None:
        self.folder = folder
        self.height = height
        self.hash = previous
        self.at = at
        self.segment = 0
        self.end = 0
        self.checkpoints = 0
        self.torn_bytes = 0
        self.broken_at: int | None = None
        self.reason: str | None = None
        self._public = relay_public

    def follow(self, segment: int, offset: int) -> None:
        """Follow the chain from `offset` of `segment` to its end or to its first break. Raises OSError."""
        self.segment, self.end = segment, offset
        collections.deque(self.along(lines_from(self.folder, segment, offset)), maxlen=0)
        if self.broken_at is None:
            self._enter_empty_segment()

    def along(self, lines: Iterator[RawLine]) -> Iterator[RawLine]:
        """Each of `lines` that fits, as it is passed, to their end or to the first break.

        They need not come from the folder, which is then only asked about a last line that is cut short. A DamagedLine
        that they raise is a break. Raises OSError.
        """
        last: RawLine | None = None
        try:
            for line in lines:
                if not line.whole or (_is_hole(line) and self._is_cut_short(line, lines)):
                    self._leave_torn(line)
                    break
                if not self._take(line, lines):
                    return
                last = line
                yield line
        except DamagedLine as damage:
            self._break(self.height + 1, damage.reason)
            return
        if last is not None:
            self._judge_last(last)

    def _take(self, line: RawLine, following: Iterator[RawLine]) -> bool:
        """Take one line up into the chain; False when the chain breaks here, DamagedLine when it is no line."""
        expected = self.height + 1
        frame = read_frame(line.content)
        if line.offset == 0 and line.segment != expected:
            return self._break(expected, f"the segment {expected:012d} is missing")
        if frame.height != expected:
            # The same height twice: one of the two was put in.
            found = self.height if frame.height == self.height else expected
            return self._break(max(1, found), f"height {frame.height} stands where {expected} belongs")
        if frame.prev != self.hash:
            return self._break_between(line, following)
        if frame.at < self.at:
            return self._break(expected, "its moment is earlier than that of the line before")
        if frame.type == "checkpoint":
            require_checkpoint(decode(line.content), self._public)
            self.checkpoints += 1
        self.segment, self.end = line.segment, line.offset + len(line.content)
        self.height, self.hash, self.at = expected, line_hash(line.content), frame.at
        return True

    def _break(self, height: int, reason: str) -> bool:
        self.broken_at, self.reason = height, reason
        self.height = min(self.height, height - 1)
        return False

    def _break_between(self, line: RawLine, following: Iterator[RawLine]) -> bool:
        """Two neighbours do not fit: say which of them was changed, where the line behind them can tell."""
        if self.height == 0:
            return self._break(1, "the first line names a line before it")
        behind = next(following, None)
        if behind is not None and behind.whole and read_frame(behind.content).prev != line_hash(line.content):
            return self._break(self.height + 1, "it does not carry the hash of the line before")
        return self._break(self.height, "it was changed: the line behind it carries another hash")

    def _leave_torn(self, line: RawLine) -> None:
        self.segment, self.end = line.segment, line.offset
        self.torn_bytes = segment_path(self.folder, line.segment).stat().st_size - line.offset

    def _is_cut_short(self, hole: RawLine, following: Iterator[RawLine]) -> bool:
        """Whether a line with zero bytes is what a power cut left of one append, DamagedLine when it cannot be.

        A file system may have put later pages of an append on the disk and earlier ones not. Such an append was never
        answered for, so nobody relies on it. All lines of one append carry the same moment and lie in one segment.
        """
        moments: set[str] = set()
        for line in following:
            if line.segment != hole.segment:
                raise DamagedLine("zero bytes stand in it")
            if line.whole and not _is_hole(line):
                moments.add(read_frame(line.content).at)
        if len(moments) > 1:
            raise DamagedLine("zero bytes stand in it")
        return True

    def _enter_empty_segment(self) -> None:
        """An empty last segment yields no line: a power cut came between its making and the first append."""
        last = list_segments(self.folder)[-1]
        if last == self.segment or segment_path(self.folder, last).stat().st_size:
            return
        if last != self.height + 1:
            self._break(self.height + 1, f"the segment {self.height + 1:012d} is missing")
        self.segment, self.end = last, 0

    def _judge_last(self, line: RawLine) -> None:
        """No later line vouches for the last one, so its own form must."""
        try:
            entry = decode(line.content)
            require_own_form(entry, line.content)
        except DamagedLine as damage:
            self._break(self.height, damage.reason)
            return
        if isinstance(entry.record, Unknown):
            # A changed word would turn any line, a checkpoint too, into a type that nobody can judge.
            self._break(self.height, "it is the last line and of a type that this version does not know")


def _is_hole(line: RawLine) -> bool:
    """Whether zero bytes stand in it: no line of ours has any, JSON escapes them."""
    return b"\x00" in line.content
