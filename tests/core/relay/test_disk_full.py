"""A disk that refuses any single call, once or from then on: said, nothing lost, nothing twice, healed by itself."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.core.journal.writer import JournalFailed
from tests.crash import scenarios
from tests.support.disks import FailingDisk, WatchedDisk
from tests.support.life import Life, life
from tests.support.post_office import TestOffice, found
from tests.support.snapshot import Snapshot
from tests.support.truth import Wanted, early_faults, faults_of, lines_of

# Thousands of small steps: on a machine that is busy with other things they take their time.
pytestmark = pytest.mark.timeout(900)

Fails = Callable[[int, str, tuple[Any, ...]], bool]

# Longer than any pause before the relay tries again.
_LATER = 20.0


class Failures:
    """A post office with drafts, to be worked off on a disk that fails at one call after the other."""

    def __init__(self, folder: Path, drafts: Callable[[TestOffice], list[Wanted]]) -> None:
        self._made = found(folder / "office")
        self._wanted = drafts(self._made)
        self._start = Snapshot([self._made.root], folder / "store")
        whole = WatchedDisk()
        with life(self._made.office, disk=whole) as lived:
            lived.work_off()
        self.calls = whole.calls

    def faults(self, error: int, *, once: bool) -> list[str]:
        """What is wrong after an error at each call: at that call only, or at every call until the disk is healed."""
        found_faults = []
        for at, call in enumerate(self.calls):
            self._start.put_back()
            disk = FailingDisk(_only(at) if once else _from(at), error)
            faults = [*self._suffer(disk), *faults_of(self._made, self._wanted)]
            found_faults += [f"error at {at} ({call}): {fault}" for fault in faults]
        return found_faults

    def _suffer(self, disk: FailingDisk) -> list[str]:
        """One life with the error; where it ends, the next one begins when the disk is healed."""
        try:
            with life(self._made.office, disk=disk) as lived:
                lived.work_off()
                silent = bool(disk.failed) and not lived.problems and not once_made_good(disk)
                disk.heal()
                _go_on(lived)
                left = [f"still said: {problem.text}" for problem in lived.problems]
                return [*(["the error was not said"] if silent else []), *left]
        except (OSError, JournalFailed):
            faults = early_faults(self._made, lines_of(self._made))
        disk.heal()
        with life(self._made.office, disk=disk) as lived:
            _go_on(lived)
        return faults


def _only(at: int) -> Fails:
    return lambda number, _call, _arguments: number == at


def _from(at: int) -> Fails:
    return lambda number, _call, _arguments: number >= at


def once_made_good(disk: FailingDisk) -> bool:
    """Whether what failed was only the note of who holds the lock, which may fail, or was done anew."""
    return len(disk.failed) == 1


def _go_on(lived: Life) -> None:
    lived.work_off()
    lived.wait(_LATER)
    lived.work_off()


@pytest.mark.parametrize(
    ("error", "once"),
    [(errno.ENOSPC, True), (errno.ENOSPC, False), (errno.EIO, True), (errno.EACCES, False)],
    ids=["full once", "full", "broken once", "denied"],
)
def test_an_error_at_any_call_is_healed(tmp_path: Path, error: int, *, once: bool) -> None:
    assert Failures(tmp_path, scenarios.few).faults(error, once=once) == []
