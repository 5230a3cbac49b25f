"""Settling: what was delivered is made durable in time, once per file system, and the mark never leads."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mailbox_gui.core.relay.finished_mark import FinishedMark, Mark
from mailbox_gui.core.relay.settling import SETTLE_AFTER, SETTLE_LINES, Settling
from tests.support.disks import FailingDisk, WatchedDisk

SESSION = "0123456789abcdef"


@pytest.fixture
def disk() -> WatchedDisk:
    return WatchedDisk()


@pytest.fixture
def mark(tmp_path: Path, disk: WatchedDisk) -> Iterator[FinishedMark]:
    mark = FinishedMark(tmp_path / "finished", disk)
    disk.calls.clear()
    yield mark
    mark.close()


@pytest.fixture
def settling(tmp_path: Path, disk: WatchedDisk, mark: FinishedMark) -> Settling:
    return Settling(disk, mark, str(tmp_path), SESSION, None)


def test_nothing_to_settle_asks_for_no_turn(settling: Settling, disk: WatchedDisk) -> None:
    settling.turn(10.0)

    assert settling.next_in(10.0) is None
    assert disk.calls == []


def test_it_waits_for_more_and_then_syncs_before_the_mark(
    settling: Settling, disk: WatchedDisk, mark: FinishedMark, tmp_path: Path
) -> None:
    settling.touch([str(tmp_path)], 7, 1)
    settling.turn(10.0)
    assert disk.calls == []
    assert mark.read() is None
    assert settling.next_in(10.0) == pytest.approx(SETTLE_AFTER)
    settling.touch([str(tmp_path)], 9, 2)
    settling.turn(10.0 + 2 * SETTLE_AFTER)

    assert disk.calls == ["sync_filesystem", "overwrite", "sync_data"]
    assert mark.read() == Mark(9, SESSION)
    assert settling.next_in(11.0) is None


def test_many_lines_do_not_wait(settling: Settling, mark: FinishedMark) -> None:
    settling.touch([], SETTLE_LINES, SETTLE_LINES)
    settling.turn(10.0)

    assert mark.read() == Mark(SETTLE_LINES, SESSION)


def test_each_file_system_is_synced_once_and_folders_that_are_gone_are_left_out(
    settling: Settling, disk: WatchedDisk, tmp_path: Path, elsewhere: Path
) -> None:
    settling.touch([str(elsewhere), str(elsewhere / "gone"), str(tmp_path / "gone"), str(tmp_path)], 3, 1)
    settling.settle()

    assert disk.calls.count("sync_filesystem") == 2


def test_a_failed_sync_is_raised_and_moves_no_mark(tmp_path: Path, mark: FinishedMark) -> None:
    disk = FailingDisk(lambda _number, call, _arguments: call == "sync_filesystem", errno.EIO)
    with ThreadPoolExecutor(1) as executor:
        settling = Settling(disk, mark, str(tmp_path), SESSION, executor)
        settling.touch([], 5, SETTLE_LINES)
        settling.turn(10.0)
        with pytest.raises(OSError, match="Input/output"):
            settling.settle()

    assert mark.read() is None


def test_marks_carry_the_session_that_was_told_last(settling: Settling, mark: FinishedMark) -> None:
    settling.touch([], 5, 1)
    settling.settle("f" * 16)
    assert mark.read() == Mark(5, "f" * 16)
    settling.settle()

    assert mark.read() == Mark(5, "f" * 16)
