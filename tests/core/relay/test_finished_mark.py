"""The mark: one height, written in one call, and none where anything about it is in doubt."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.relay.finished_mark import FinishedMark, height_in
from tests.support.disks import WatchedDisk


def test_the_last_height_written_is_read(tmp_path: Path) -> None:
    disk = WatchedDisk()
    mark = FinishedMark(tmp_path / "finished", disk)
    assert mark.read() is None
    for height in (1, 12, 10**15, 7):
        mark.write(height)
        assert mark.read() == height
        assert height_in(tmp_path / "finished") == height
    mark.close()

    assert disk.calls == ["write_new", *["overwrite"] * 4]


def test_a_mark_is_found_again(tmp_path: Path) -> None:
    first = FinishedMark(tmp_path / "finished", WatchedDisk())
    first.write(41)
    first.close()
    second = FinishedMark(tmp_path / "finished", WatchedDisk())

    assert second.read() == 41
    second.close()


@pytest.mark.parametrize("content", [b"", b"12", b"garbage" * 9, b"\0" * 40, "٣".encode() * 20])
def test_garbage_is_no_height(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "finished").write_bytes(content)
    mark = FinishedMark(tmp_path / "finished", WatchedDisk())

    assert mark.read() is None
    assert height_in(tmp_path / "finished") is None
    mark.close()


def test_a_write_cut_anywhere_is_the_old_height_the_new_one_or_none(tmp_path: Path) -> None:
    path = tmp_path / "finished"
    written = []
    for height in (1998, 2003):
        mark = FinishedMark(path, WatchedDisk())
        mark.write(height)
        mark.close()
        written.append(path.read_bytes())
    old, new = written
    for cut in range(len(old) + 1):
        path.write_bytes(new[:cut] + old[cut:])
        assert height_in(path) in (1998, 2003, None)


def test_there_is_none_without_a_file(tmp_path: Path) -> None:
    assert height_in(tmp_path / "finished") is None
