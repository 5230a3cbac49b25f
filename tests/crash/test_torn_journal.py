"""Method E: the append that a power cut interrupted, cut at every byte, on a whole post office."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.entry import ChainBroken, DamagedLine
from tests.crash import scenarios
from tests.support.disks import WatchedDisk
from tests.support.kill_points import in_child
from tests.support.life import life, one_life
from tests.support.mutants import NoTornTailCut, mixed
from tests.support.post_office import TestOffice, found
from tests.support.snapshot import Snapshot
from tests.support.truth import faults_of, lines_of

# Thousands of small steps: on a machine that is busy with other things they take their time.
pytestmark = pytest.mark.timeout(900)

# Another start after the recovery is tried at every so many bytes only: it costs as much as all the rest.
_AGAIN = 16
_NEAR = 24


class TornAppend:
    """A post office whose relay was stopped right after the append of a batch and before its sync."""

    def __init__(self, folder: Path) -> None:
        self.made = found(folder / "office", agents=("builder",))
        one_life(self.made.office)
        self._segment = max(self.made.office.journal.glob("*.jsonl"))
        self._wanted = scenarios.two(self.made)
        complaint = in_child(self._append_and_die)
        assert complaint == ""
        self._start = Snapshot([self.made.root], folder / "store")
        self.end = self._segment.stat().st_size
        self.begin = self.end - _length_of_last_append(self.made)

    def faults(self, mutant: type[Disk] = Disk, *, every: int = 1) -> Iterator[str]:
        """What is wrong after a cut and a recovery by a relay with the fault of `mutant`: at each byte around the ends
        of lines, at every so many in their middle.
        """
        ends = [self.begin + at for at in _line_ends(self._segment.read_bytes()[self.begin :])]
        near = {size for end in ends for size in range(end - _NEAR, end + _NEAR)}
        for size in sorted(near | set(range(self.begin, self.end, every))):
            if not self.begin <= size <= self.end:
                continue
            self._start.put_back()
            os.truncate(self._segment, size)
            try:
                one_life(self.made.office, disk=mixed(mutant, WatchedDisk)())
            except (ChainBroken, DamagedLine) as broken:
                yield f"cut at {size - self.begin}: {broken}"
                continue
            for fault in faults_of(self.made, self._wanted, again=size % _AGAIN == 0):
                yield f"cut at {size - self.begin} of {self.end - self.begin}: {fault}"

    def _append_and_die(self) -> None:
        with life(self.made.office, disk=_DiesAfterBatch()) as lived:
            lived.work_off()


class _DiesAfterBatch(WatchedDisk):
    def after(self, call: str, arguments: tuple[Any, ...]) -> None:
        if call == "append" and b'"type":"accepted"' in arguments[1]:
            os.kill(os.getpid(), signal.SIGKILL)


def _length_of_last_append(made: TestOffice) -> int:
    """What was appended behind the last `started` line; that one was synced, so no power cut takes it away."""
    lines = max(made.office.journal.glob("*.jsonl")).read_bytes().splitlines(keepends=True)
    types = [line["type"] for line in lines_of(made)]
    return sum(map(len, lines[len(types) - types[::-1].index("started") :]))


def _line_ends(content: bytes) -> list[int]:
    return [0, *(at + 1 for at, byte in enumerate(content) if byte == ord("\n"))]


def test_a_journal_cut_in_its_last_append_is_mended(fast_folder: Path) -> None:
    torn = TornAppend(fast_folder)

    assert list(torn.faults(every=8)) == []


@pytest.mark.crash
def test_a_journal_cut_at_any_byte_of_its_last_append_is_mended(fast_folder: Path) -> None:
    torn = TornAppend(fast_folder)

    assert torn.end - torn.begin > 900
    assert list(torn.faults()) == []


def test_a_torn_tail_that_is_not_cut_off_is_caught(fast_folder: Path) -> None:
    torn = TornAppend(fast_folder)

    assert next(torn.faults(NoTornTailCut), None) is not None
