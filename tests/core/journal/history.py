"""A journal to work on: a fixed key, a clock that steps, a disk that skips the syncs, and its lines as bytes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from nacl.signing import SigningKey

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.chain import ChainReport, verify_chain
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Accepted, Record
from mailbox_gui.core.journal.segments import list_segments, segment_path
from mailbox_gui.core.journal.writer import Journal
from mailbox_gui.core.keys.envelope import public_hex

KEY = SigningKey(bytes(range(32)))
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class SteppingClock:
    """Noon, and a second later at each look."""

    def __init__(self, now: datetime = NOON, step: timedelta = timedelta(seconds=1)) -> None:
        self.now = now
        self.step = step

    def __call__(self) -> datetime:
        self.now += self.step
        return self.now


class QuickDisk(Disk):
    """Does everything but wait for the disk, and notes the calls."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []

    def append(self, descriptor: int, content: bytes) -> None:
        self.calls.append("append")
        super().append(descriptor, content)

    def write_new(self, path: str | Path, content: bytes) -> None:
        self.calls.append(f"write_new {Path(path).name}")
        super().write_new(path, content)

    def write_again(self, path: str | Path, offset: int, content: bytes) -> None:
        self.calls.append(f"write_again {offset}+{len(content)}")
        super().write_again(path, offset, content)

    def truncate(self, path: str | Path, size: int) -> None:
        self.calls.append(f"truncate {size}")
        super().truncate(path, size)

    def sync_data(self, descriptor: int) -> None:
        self.calls.append("sync_data")

    def sync_file(self, path: str | Path) -> None:
        self.calls.append(f"sync_file {Path(path).name}")

    def sync_folder(self, path: str | Path) -> None:
        self.calls.append(f"sync_folder {Path(path).name}")


class Killed(Exception):
    """Stands for the end of the process."""


class DyingDisk(QuickDisk):
    """Dies right before its call of number `at`, counted from 0; every kind of call is one of QuickDisk's."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.calls = _Countdown(at)

    def make_folder(self, path: str | Path) -> None:
        self.calls.append(f"make_folder {path}")
        super().make_folder(path)


class _Countdown(list[str]):
    def __init__(self, at: int) -> None:
        super().__init__()
        self._at = at

    def append(self, call: str) -> None:
        if len(self) == self._at:
            raise Killed
        super().append(call)


class History:
    """A journal's folder with all that a test does to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = KEY
        self.public = public_hex(KEY)
        self.disk = QuickDisk()
        self.clock = SteppingClock()

    def open(self, *, segment_bytes: int | None = None, checkpoint_every: int | None = None) -> Journal:
        journal = Journal.open(self.folder, self.disk, self.key, self.clock)
        journal.segment_bytes = segment_bytes or journal.segment_bytes
        journal.checkpoint_every = checkpoint_every or journal.checkpoint_every
        return journal

    def fill(
        self, count: int, *, segment_bytes: int | None = None, checkpoint_every: int = 4, stop: bool = False
    ) -> None:
        """Append `count` messages one by one, a checkpoint at every fourth height."""
        journal = self.open(segment_bytes=segment_bytes, checkpoint_every=checkpoint_every)
        for number in range(count):
            journal.append([message(number)])
        journal.close("asked to" if stop else None)

    def verify(self) -> ChainReport:
        return verify_chain(self.folder, self.public)

    def entries(self) -> list[Entry]:
        return list(JournalReader(self.folder).entries())

    def segments(self) -> list[Path]:
        return [segment_path(self.folder, segment) for segment in list_segments(self.folder)]

    def lines(self) -> list[bytes]:
        return b"".join(path.read_bytes() for path in self.segments()).splitlines(keepends=True)

    def write(self, lines: Sequence[bytes]) -> None:
        """Put `lines` in the place of the first and only segment."""
        (self.folder / f"{1:012d}.jsonl").write_bytes(b"".join(lines))


def message(number: int, body: str = "All tests pass: «да».\n") -> Record:
    return Accepted(
        id=f"20261130T120000Z-builder-{number:012x}",
        header={"from": "builder", "to": "hub", "topic": f"build {number}"},
        head=None,
        body=body,
        size=len(body),
        sha256=f"{number:064x}",
        file="note.md",
        folder="builder",
    )
