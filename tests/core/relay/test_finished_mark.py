"""The mark: one height, written in one call, and none where anything about it is in doubt."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.relay.finished_mark import FinishedMark, Mark, height_in
from tests.support.disks import WatchedDisk


def test_the_last_mark_written_is_read(tmp_path: Path) -> None:
    disk = WatchedDisk()
    mark = FinishedMark(tmp_path / "finished", disk)
    assert mark.read() is None
    for height in (1, 12, 10**15, 7):
        mark.write(Mark(height, "0123456789abcdef"))
        assert mark.read() == Mark(height, "0123456789abcdef")
        assert height_in(tmp_path / "finished") == height
    mark.close()

    assert disk.calls == ["write_new", *["overwrite", "sync_data"] * 4]


def test_a_mark_is_found_again(tmp_path: Path) -> None:
    for height in (41, 43, 42):
        mark = FinishedMark(tmp_path / "finished", WatchedDisk())
        mark.write(Mark(height, "a" * 16))
        mark.close()
    again = FinishedMark(tmp_path / "finished", WatchedDisk())

    assert again.read() == Mark(42, "a" * 16)
    again.close()


@pytest.mark.parametrize("content", [b"", b"12", b"garbage" * 9, b"\0" * 40, "٣".encode() * 20])
def test_garbage_is_no_height(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "finished").write_bytes(content)
    mark = FinishedMark(tmp_path / "finished", WatchedDisk())

    assert mark.read() is None
    assert height_in(tmp_path / "finished") is None
    mark.close()


@pytest.mark.parametrize("holes", [False, True], ids=["cut short", "holes"])
def test_a_write_cut_anywhere_is_the_new_mark_or_the_one_before(tmp_path: Path, *, holes: bool) -> None:
    path = tmp_path / "finished"
    written = []
    for height in (1998, 2003, 2004):
        mark = FinishedMark(path, WatchedDisk())
        mark.write(Mark(height, f"session {height:08}"))
        mark.close()
        written.append(path.read_bytes())
    _, old, new = written
    assert old[:512] == new[:512]
    for cut in range(512, len(new) + 1):
        path.write_bytes(new[:cut] + (bytes(len(old) - cut) if holes else old[cut:]))
        found = FinishedMark(path, WatchedDisk())
        assert found.read() in (Mark(2003, "session 00002003"), Mark(2004, "session 00002004"))
        found.close()


def test_there_is_none_without_a_file(tmp_path: Path) -> None:
    assert height_in(tmp_path / "finished") is None
