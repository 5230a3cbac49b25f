"""Before the first append: find the journal's end, prove it, and cut off what a power cut left half written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.chain import ChainWalk, verify_chain
from mailbox_gui.core.journal.codec import line_hash, read_frame
from mailbox_gui.core.journal.entry import ChainBroken, DamagedLine
from mailbox_gui.core.journal.segments import RawLine, lines_before, list_segments, segment_path


@dataclass(frozen=True, slots=True)
class Opening:
    """What opening found.

    `torn_bytes` were cut off the end and kept in `torn_file`. `clock_set_back` says how far the clock stood behind
    the last line (None: it did not). `verified_from` is the height from which the chain was checked.
    """

    torn_bytes: int = 0
    torn_file: Path | None = None
    clock_set_back: timedelta | None = None
    verified_from: int = 1


def prove_end(folder: Path, relay_public: str) -> tuple[ChainWalk, int]:
    """Follow the chain from the last checkpoint to its end; nothing is changed. The height it began at comes with it.

    The cost is bounded by the lines between two checkpoints, plus two short reads for each segment. Raises
    ChainBroken, OSError.
    """
    segments = list_segments(folder)
    if not segments:
        return ChainWalk(folder, relay_public), 1
    try:
        _require_joints(folder, segments)
        walk = _follow_from_checkpoint(folder, segments, relay_public)
        begun = walk.height + 1
        walk.follow(walk.segment, walk.end)
        if walk.broken_at is None:
            return walk, begun
        found = ChainBroken(walk.broken_at, walk.reason or "")
    except DamagedLine as damage:
        found = ChainBroken(damage.height or 1, damage.reason)
    # The whole walk costs seconds and names the first break, which may lie before the last checkpoint.
    report = verify_chain(folder, relay_public)
    if report.broken_at is None:
        raise found
    raise ChainBroken(report.broken_at, report.reason or found.reason)


def mend_end(disk: Disk, walk: ChainWalk) -> Path | None:
    """Cut off a torn append, kept aside, and make the last append durable whatever became of it. Raises OSError."""
    if walk.height == 0:
        disk.sync_folder(walk.folder.parent)
    if walk.segment == 0:
        return None
    path = segment_path(walk.folder, walk.segment)
    kept = None
    if walk.torn_bytes:
        with path.open("rb") as file:
            file.seek(walk.end)
            kept = _keep_aside(disk, walk.folder, walk.height + 1, file.read())
        disk.truncate(path, walk.end)
    content = _last_append(walk)
    if content:
        # Its sync may have failed in an earlier run. The system then holds its pages for clean, and syncing them again
        # would write nothing: the same bytes are written over themselves, which makes them dirty.
        disk.write_again(path, walk.end - len(content), content)
    disk.sync_file(path)
    # The run that made the segment may have been cut short before its name was durable.
    disk.sync_folder(walk.folder)
    return kept


def _last_append(walk: ChainWalk) -> bytes:
    """The lines of the last append: those of its segment that carry the last moment."""
    lines: list[bytes] = []
    for line in lines_before(walk.folder, walk.segment, walk.end):
        if read_frame(line.content).at != walk.at:
            break
        lines.append(line.content)
    return b"".join(reversed(lines))


def _require_joints(folder: Path, segments: list[int]) -> None:
    """Raise DamagedLine unless the segments follow each other without a gap, by their first and last lines."""
    if segments[0] != 1:
        raise DamagedLine("the first segment is missing", 1)
    for segment, following in pairwise(segments):
        size = segment_path(folder, segment).stat().st_size
        last = next(lines_before(folder, segment, size), None)
        if last is None:
            raise DamagedLine("its segment is empty", segment)
        if not last.whole or read_frame(last.content).height != following - 1:
            raise DamagedLine(f"the segment {segment:012d} does not end where the next begins", following)


def _follow_from_checkpoint(folder: Path, segments: list[int], relay_public: str) -> ChainWalk:
    """A walk that stands right before the last checkpoint, or before the first line where there is none."""
    checkpoint: RawLine | None = None
    for segment in reversed(segments):
        for line in lines_before(folder, segment, segment_path(folder, segment).stat().st_size):
            if checkpoint is not None:
                before = read_frame(line.content)
                walk = ChainWalk(folder, relay_public, before.height, line_hash(line.content), before.at)
                walk.segment, walk.end = checkpoint.segment, checkpoint.offset
                return walk
            if _is_checkpoint(line):
                checkpoint = line
    walk = ChainWalk(folder, relay_public)
    walk.segment = segments[0]
    return walk


def _is_checkpoint(line: RawLine) -> bool:
    try:
        return read_frame(line.content).type == "checkpoint"
    except DamagedLine:
        return False


def _keep_aside(disk: Disk, folder: Path, height: int, content: bytes) -> Path:
    """Keep what is cut off, in `torn/`: it may be all that is left of a message somebody will ask for."""
    torn = folder / "torn"
    if not torn.is_dir():
        disk.make_folder(torn)
        disk.sync_folder(folder)
    number = 1
    while (path := torn / f"{height:012d}-{number}.part").exists():
        number += 1
    disk.write_new(path, content)
    disk.sync_file(path)
    disk.sync_folder(torn)
    return path
