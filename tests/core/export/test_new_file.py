"""A file for somebody else: whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from mailbox_gui.core.export.new_file import NewFile, TargetTaken, beside, require_free
from tests.support.disks import FailingDisk, WatchedDisk


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_it_gets_its_name_when_it_is_whole(tmp_path: Path) -> None:
    with NewFile(WatchedDisk(), tmp_path / "x") as file:
        file.write(b"a" * (3 << 20))
        file.write(b"b")
        assert names(tmp_path) == [beside(tmp_path / "x").name]
        file.finish()
    assert names(tmp_path) == ["x"]
    assert (tmp_path / "x").read_bytes() == b"a" * (3 << 20) + b"b"
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_end_before_that_leaves_nothing(tmp_path: Path, error: type[BaseException]) -> None:
    def interrupted() -> None:
        with NewFile(WatchedDisk(), tmp_path / "x") as file:
            file.write(b"a")
            raise error

    with pytest.raises(error):
        interrupted()
    assert names(tmp_path) == []


def test_forgetting_to_finish_leaves_nothing(tmp_path: Path) -> None:
    with NewFile(WatchedDisk(), tmp_path / "x") as file:
        file.write(b"a")
    assert names(tmp_path) == []


def test_what_came_to_its_place_meanwhile_stays(tmp_path: Path) -> None:
    def make() -> None:
        with NewFile(WatchedDisk(), tmp_path / "x") as file:
            file.write(b"mine")
            (tmp_path / "x").write_bytes(b"theirs")
            file.finish()

    with pytest.raises(TargetTaken):
        make()
    assert names(tmp_path) == ["x"]
    assert (tmp_path / "x").read_bytes() == b"theirs"


def test_the_left_over_of_a_killed_run_is_no_hindrance(tmp_path: Path) -> None:
    beside(tmp_path / "x").write_bytes(b"old" * 99)
    with NewFile(WatchedDisk(), tmp_path / "x") as file:
        file.write(b"new")
        file.finish()
    assert (tmp_path / "x").read_bytes() == b"new"


def test_a_full_disk_is_said_of_the_file_that_was_wanted(tmp_path: Path) -> None:
    disk = FailingDisk(lambda _number, call, _arguments: call == "append")

    def make() -> None:
        with NewFile(disk, tmp_path / "x") as file:
            file.write(b"a" * (2 << 20))

    with pytest.raises(OSError, match="No space") as raised:
        make()
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, str(tmp_path / "x"))
    assert names(tmp_path) == []


def test_a_folder_that_is_none_is_said_before_anything_is_done(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileNotFoundError):
        require_free(tmp_path / "none" / "x")
    with pytest.raises(NotADirectoryError):
        require_free(tmp_path / "file" / "x")
    require_free(tmp_path / "x")
