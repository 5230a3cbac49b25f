"""Following the chain: each line carries the hash of the one before, checkpoints are signed, the tail may be torn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mailbox_gui.core.journal.checkpoints import require_checkpoint
from mailbox_gui.core.journal.codec import NO_PREVIOUS, Frame, decode, line_hash, read_frame, require_own_form
from mailbox_gui.core.journal.entry import DamagedLine
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

    After `follow`: `height`, `hash` and `at` are of the last good line (`at` as text, empty before the first), `end`
    the offset behind it in the segment `segment`, `batch` the offset where the last lines of one and the same moment
    begin there.
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
        self.batch = 0
        self.checkpoints = 0
        self.torn_bytes = 0
        self.broken_at: int | None = None
        self.reason: str | None = None
        self._public = relay_public

    def follow(self, segment: int, offset: int) -> None:
        """Follow the chain from `offset` of `segment` to its end or to its first break. Raises OSError."""
        self.segment, self.end, self.batch = segment, offset, offset
        lines = lines_from(self.folder, segment, offset)
        last: RawLine | None = None
        try:
            for line in lines:
                if not line.whole or (_is_hole(line) and self._is_cut_short(line, lines)):
                    self._enter(line)
                    self.torn_bytes = segment_path(self.folder, line.segment).stat().st_size - line.offset
                    break
                if not self._take(line, lines):
                    return
                last = line
        except DamagedLine as damage:
            self._break(self.height + 1, damage.reason)
            return
        self._require_following_segments_match()
        if last is not None and self.broken_at is None:
            self._judge_last(last)

    def _take(self, line: RawLine, following: Iterator[RawLine]) -> bool:
        """Take one line up into the chain; False when the chain breaks here."""
        frame = read_frame(line.content)
        if line.offset == 0 and line.segment != self.height + 1:
            return self._break(self.height + 1, f"the segment {self.height + 1:012d} is missing")
        if frame.height != self.height + 1:
            # A height that was there already: a line was put in. One that is too high: a line was taken out.
            return self._break(
                max(1, min(frame.height, self.height + 1)),
                f"height {frame.height} stands where {self.height + 1} belongs",
            )
        if frame.prev != self.hash:
            return self._break_between(line, frame, following)
        if frame.at < self.at:
            return self._break(frame.height, "its moment is earlier than that of the line before")
        if frame.type == "checkpoint":
            try:
                require_checkpoint(decode(line.content), self._public)
            except DamagedLine as damage:
                return self._break(frame.height, damage.reason)
            self.checkpoints += 1
        if line.segment != self.segment or frame.at != self.at:
            self.batch = line.offset
        self._enter(line)
        self.end = line.offset + len(line.content)
        self.height, self.hash, self.at = frame.height, line_hash(line.content), frame.at
        return True

    def _enter(self, line: RawLine) -> None:
        if line.segment != self.segment:
            self.segment, self.end, self.batch = line.segment, 0, 0

    def _break(self, height: int, reason: str) -> bool:
        self.broken_at, self.reason = height, reason
        self.height = min(self.height, height - 1)
        return False

    def _break_between(self, line: RawLine, frame: Frame, following: Iterator[RawLine]) -> bool:
        """Two neighbours do not fit: say which of them was changed, where the line behind them can tell."""
        behind = next(following, None)
        own_hash = line_hash(line.content)
        if self.height == 0:
            return self._break(1, "the first line names a line before it")
        if behind is not None and behind.whole and f'"prev":"{own_hash}"'.encode("ascii") not in behind.content:
            return self._break(frame.height, "it does not carry the hash of the line before")
        return self._break(self.height, "it was changed: the line behind it carries another hash")

    def _is_cut_short(self, hole: RawLine, following: Iterator[RawLine]) -> bool:
        """Whether a line with zero bytes can be the rest of one append that a power cut left in pieces.

        A file system may have put later pages of an append on the disk and earlier ones not. Such an append was never
        answered for, so nobody relies on it. All lines of one append carry the same moment.
        """
        if hole.segment != list_segments(self.folder)[-1]:
            return False
        moments: set[str] = set()
        for line in following:
            if line.whole and not _is_hole(line):
                try:
                    moments.add(read_frame(line.content).at)
                except DamagedLine:
                    continue
        return len(moments) <= 1

    def _require_following_segments_match(self) -> None:
        """An empty last segment has no line that would say that it is the wrong one."""
        if self.end == 0 and self.segment != self.height + 1:
            self._break(self.height + 1, f"the segment {self.height + 1:012d} is missing")

    def _judge_last(self, line: RawLine) -> None:
        """No later line vouches for the last one, so its own form must."""
        try:
            require_own_form(decode(line.content), line.content)
        except DamagedLine as damage:
            self._break(self.height, damage.reason)


def _is_hole(line: RawLine) -> bool:
    return b"\x00" in line.content
