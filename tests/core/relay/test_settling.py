"""Settling: what was delivered is made durable in time, once per file system, and the mark never leads."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.core.relay.finished_mark import FinishedMark, Mark
from mailbox_gui.core.relay.settling import DOUBT, SETTLE_AFTER, SETTLE_LINES, SINGLE_SYNCS, Settling
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
    settling.touch([str(tmp_path)], [], 7, 1)
    settling.turn(10.0)
    assert disk.calls == []
    assert mark.read() is None
    assert settling.next_in(10.0) == pytest.approx(SETTLE_AFTER)
    settling.touch([str(tmp_path)], [], 9, 2)
    settling.turn(10.0 + 2 * SETTLE_AFTER)

    assert disk.calls == ["sync_folder", "overwrite", "sync_data"]
    assert mark.read() == Mark(9, SESSION)
    assert settling.next_in(11.0) is None


def test_many_lines_do_not_wait(settling: Settling, mark: FinishedMark) -> None:
    settling.touch([], [], SETTLE_LINES, SETTLE_LINES)
    settling.turn(10.0)

    assert mark.read() == Mark(SETTLE_LINES, SESSION)


@pytest.mark.parametrize(
    ("count", "calls"),
    [
        (1, ["sync_file", "sync_folder"]),
        (SINGLE_SYNCS, [*["sync_file"] * SINGLE_SYNCS, "sync_folder"]),
        (SINGLE_SYNCS + 1, ["sync_filesystem"]),
    ],
)
def test_few_files_are_synced_one_by_one_and_many_at_once(
    settling: Settling, disk: WatchedDisk, tmp_path: Path, count: int, calls: list[str]
) -> None:
    files = [tmp_path / f"{number}.md" for number in range(count)]
    for file in files:
        file.touch()
    settling.touch([str(tmp_path)], map(str, files), 7, 1)
    settling.settle()

    assert disk.calls == [*calls, "overwrite", "sync_data"]


REPLACED: dict[str, Callable[[Path], object]] = {
    "moved": lambda _path: None,
    "a pipe": os.mkfifo,
    "a link": lambda path: path.symlink_to("/etc/hostname"),
    "a folder": Path.mkdir,
}


@pytest.mark.parametrize("replace", REPLACED.values(), ids=REPLACED)
def test_a_file_that_is_not_there_any_more_is_synced_with_its_file_system(
    tmp_path: Path, mark: FinishedMark, replace: Callable[[Path], object]
) -> None:
    disk = WatchedDisk(waits=True)
    letter = tmp_path / "inbox" / "a.md"
    letter.parent.mkdir()
    replace(letter)
    settling = Settling(disk, mark, str(tmp_path), SESSION, None)
    settling.touch([str(letter.parent)], [str(letter)], 3, 1)
    settling.settle()

    # A folder can be synced like a file, and nothing of the relay's is in it.
    assert "sync_filesystem" in disk.calls or letter.is_dir()
    assert mark.read() == Mark(3, SESSION)


def test_each_file_system_is_synced_once_and_folders_that_are_gone_are_left_out(
    settling: Settling, disk: WatchedDisk, tmp_path: Path, elsewhere: Path
) -> None:
    settling.settle_all([str(elsewhere), str(elsewhere / "gone"), str(tmp_path / "gone"), str(tmp_path)])

    assert disk.calls.count("sync_filesystem") == 2


def test_a_failed_sync_is_raised_and_moves_no_mark(tmp_path: Path, mark: FinishedMark) -> None:
    disk = FailingDisk(lambda _number, call, _arguments: call.startswith("sync_f"), errno.EIO)
    with ThreadPoolExecutor(1) as executor:
        settling = Settling(disk, mark, str(tmp_path), SESSION, executor)
        settling.touch([str(tmp_path)], [], 5, SETTLE_LINES)
        settling.turn(10.0)
        with pytest.raises(OSError, match="Input/output"):
            settling.settle()

    assert mark.read() is None


def test_a_failed_sync_leaves_a_mark_in_doubt_where_it_was(tmp_path: Path, mark: FinishedMark) -> None:
    mark.write(Mark(3, SESSION))
    disk = FailingDisk(lambda _number, call, _arguments: call.startswith("sync_f"), errno.EIO)
    settling = Settling(disk, mark, str(tmp_path), SESSION, None)
    settling.touch([str(tmp_path)], [], 5, 1)
    with pytest.raises(OSError, match="Input/output"):
        settling.settle()

    assert mark.read() == Mark(3, DOUBT)
    assert Settling(WatchedDisk(), mark, str(tmp_path), SESSION, None).doubts


@pytest.mark.parametrize("error", [errno.EACCES, errno.ELOOP, errno.ENOENT])
def test_a_folder_that_its_agent_closed_is_synced_with_its_file_system(
    tmp_path: Path, mark: FinishedMark, error: int
) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    disk = FailingDisk(lambda _number, _call, arguments: arguments[0] == str(inbox), error)
    settling = Settling(disk, mark, str(tmp_path), SESSION, None)
    settling.touch([str(inbox)], [], 5, 1)
    settling.settle()

    assert "sync_filesystem" in disk.calls
    assert mark.read() == Mark(5, SESSION)


def test_a_folder_that_is_a_link_now_is_synced_where_it_was(
    settling: Settling, disk: WatchedDisk, mark: FinishedMark, tmp_path: Path, elsewhere: Path
) -> None:
    inbox = elsewhere / "hub" / "inbox"
    inbox.mkdir(parents=True)
    settling.touch([str(inbox)], [], 5, 1)
    inbox.rename(elsewhere / "mine")
    inbox.symlink_to(tmp_path)
    settling.settle()

    assert disk.calls.count("sync_filesystem") == 2
    assert mark.read() == Mark(5, SESSION)


def test_a_disk_that_went_before_all_was_written_moves_no_mark(
    settling: Settling, mark: FinishedMark, tmp_path: Path, elsewhere: Path
) -> None:
    """Mail put onto a stick a moment before it was pulled out; its folder, or its mount's, is nothing now."""
    stick = tmp_path / "stick"
    stick.symlink_to(elsewhere)
    settling.touch([str(stick)], [str(stick / "a.md")], 5, 1)
    stick.unlink()
    with pytest.raises(OSError, match="taken away"):
        settling.settle()

    assert mark.read() is None


def test_a_disk_that_went_before_it_was_told_what_came_onto_it_moves_no_mark(
    settling: Settling, mark: FinishedMark, tmp_path: Path, elsewhere: Path
) -> None:
    stick = tmp_path / "stick"
    stick.symlink_to(elsewhere)
    settling.know([str(stick)])
    stick.unlink()
    settling.touch([str(stick / "inbox")], [str(stick / "inbox" / "a.md")], 5, 1)
    with pytest.raises(OSError, match="taken away"):
        settling.settle()

    assert mark.read() is None


def test_what_is_finished_late_is_settled_too(settling: Settling, mark: FinishedMark, tmp_path: Path) -> None:
    settling.touch([str(tmp_path)], [], 7, 0)
    settling.turn(10.0)
    settling.turn(10.0 + 2 * SETTLE_AFTER)

    assert mark.read() == Mark(7, SESSION)


def test_marks_carry_the_session_that_was_told_last(settling: Settling, mark: FinishedMark) -> None:
    settling.touch([], [], 5, 1)
    settling.settle("f" * 16)
    assert mark.read() == Mark(5, "f" * 16)
    settling.settle()

    assert mark.read() == Mark(5, "f" * 16)


def test_a_slow_sync_is_not_asked_for_all_the_time(tmp_path: Path, mark: FinishedMark) -> None:
    go = threading.Event()

    class Slow(WatchedDisk):
        def before(self, call: str, _arguments: tuple[Any, ...]) -> None:
            if call == "sync_folder":
                assert go.wait(30)

    with ThreadPoolExecutor(1) as executor:
        settling = Settling(Slow(), mark, str(tmp_path), SESSION, executor)
        settling.touch([str(tmp_path)], [], 1, SETTLE_LINES)
        settling.turn(10.0)
        settling.touch([str(tmp_path)], [], 2, 1)
        settling.turn(11.0)
        assert settling.next_in(20.0) == SETTLE_AFTER
        go.set()
        settling.settle()
