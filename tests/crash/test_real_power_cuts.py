"""Methods C, C2 and D: power cuts on real file systems. They need root and loop devices, and say so where they lack."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.entry import ChainBroken, DamagedLine
from tests.crash import scenarios
from tests.support.disks import Killed
from tests.support.kill_points import in_child
from tests.support.life import life, one_life
from tests.support.loop_disk import CloningDisk, CutDisk, LoopDisk, another_file, cut_power, nothing, the_mark, why_not
from tests.support.mutants import NoJournalSync, NoSettling, mixed
from tests.support.post_office import TestOffice, found
from tests.support.snapshot import Snapshot
from tests.support.truth import Wanted, faults_of

pytestmark = pytest.mark.crash

Written = Callable[[Path], None]
# C: nothing else gets to the disk; C2: what is written together with another file; C3: a page that nobody synced.
WRITTEN: dict[str, Written] = {"C": nothing, "C2": another_file, "C3": the_mark}
MUTANTS = [NoJournalSync, NoSettling]


class OnLoopDisk:
    """A post office on a real file system, with a backlog, that can be put back as it was."""

    def __init__(self, disk: LoopDisk, store: Path) -> None:
        self.disk = disk
        with disk.mounted() as mounted:
            self.made = found(mounted / "office")
            one_life(self.made.office)
            self.wanted: list[Wanted] = scenarios.few(self.made)
            self._start = Snapshot([self.made.root], store)

    def begin(self) -> None:
        """Put it back and make that durable; the file system is mounted."""
        self._start.put_back()
        os.sync()

    def recover(self) -> list[str]:
        """What is wrong after the power is back; the file system is mounted again."""
        try:
            one_life(self.made.office)
        except (ChainBroken, DamagedLine) as broken:
            return [str(broken)]
        return faults_of(self.made, self.wanted)


def _disk(kind: str, method: str, folder: Path) -> LoopDisk:
    why = why_not(kind)
    if why:
        pytest.skip(f"method {method} was not run on {kind}: {why}")
    return LoopDisk(kind, folder)


def _cut_everywhere(office: OnLoopDisk, mutant: type[Disk], written: Written) -> Iterator[str]:
    at = 0
    while True:
        with office.disk.mounted() as mounted:
            office.begin()
            disk = mixed(mutant, CutDisk)(mounted, at, written)
            ended = _live_until_cut(office.made, disk)
        if ended:
            return
        with office.disk.mounted():
            for fault in office.recover():
                yield f"cut before {at}: {fault}"
        at += 1


def _live_until_cut(made: TestOffice, disk: CutDisk) -> bool:
    """Whether the life came to its end without a cut."""

    def live() -> None:
        try:
            with life(made.office, disk=disk) as lived:
                lived.work_off()
        except Killed:
            os._exit(0)
        os._exit(9)

    return in_child(live) == "exit 9"


@pytest.mark.parametrize("kind", ["ext4", "xfs"])
@pytest.mark.parametrize("method", WRITTEN)
def test_a_power_cut_before_any_side_effect_is_mended(kind: str, method: str, tmp_path: Path) -> None:
    office = OnLoopDisk(_disk(kind, method, tmp_path), tmp_path / "store")

    assert list(_cut_everywhere(office, Disk, WRITTEN[method])) == []


def test_btrfs_refuses_the_cut(tmp_path: Path) -> None:
    """So that nobody takes its silence for a pass: on btrfs method D must do."""
    disk = _disk("btrfs", "C", tmp_path)
    with disk.mounted() as mounted, pytest.raises(OSError, match=r"."):
        cut_power(mounted)


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_missing_sync_is_caught_by_a_cut(mutant: type[Disk], tmp_path: Path) -> None:
    """Each method loses something else, so each catches another fault; one of them must."""
    office = OnLoopDisk(_disk("ext4", "C2", tmp_path), tmp_path / "store")
    faults = (next(_cut_everywhere(office, mutant, written), None) for written in WRITTEN.values())

    assert any(fault is not None for fault in faults)


class Snapshots:
    """Method D: the image of a file system kept before every side effect, each copy mounted and recovered from."""

    def __init__(self, kind: str, folder: Path) -> None:
        if why := why_not("xfs"):
            pytest.skip(f"method D was not run: it needs a file system with reflinks to keep images on: {why}")
        self._outer = LoopDisk("xfs", folder, megabytes=4096)
        self._kind = kind
        self._folder = folder

    def faults(self, written: Sequence[Written], mutant: type[Disk] = Disk) -> Iterator[str]:
        """What is wrong after a cut at each point, with a relay that has the fault of `mutant`."""
        with self._outer.mounted() as images:
            inner = _disk(self._kind, "D", images)
            office = OnLoopDisk(inner, self._folder / "store")
            copies = images / "copies"
            copies.mkdir()
            with inner.mounted():
                office.begin()
                disk = mixed(mutant, CloningDisk)(inner, copies, written)
                with life(office.made.office, disk=disk) as lived:
                    lived.work_off()
                disk.keep("the end")
            for number, (call, copy) in enumerate(disk.made):
                with inner.mounted(copy):
                    faults = office.recover()
                copy.unlink()
                yield from (f"cut before {number} ({call}): {fault}" for fault in faults)
            shutil.rmtree(copies)


@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs"])
def test_every_snapshot_is_recovered_from(kind: str, tmp_path: Path) -> None:
    assert list(Snapshots(kind, tmp_path).faults([nothing, another_file, nothing, the_mark])) == []


@pytest.mark.parametrize(
    ("mutant", "written"),
    [(NoJournalSync, another_file), (NoSettling, the_mark)],
)
def test_a_missing_sync_is_caught_by_a_snapshot(mutant: type[Disk], written: Written, tmp_path: Path) -> None:
    assert next(Snapshots("ext4", tmp_path).faults([written], mutant), None) is not None
