"""Dropping: whole or not at all, durable, never over somebody else's file."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from mailbox_gui.core.acts.dropping import drop
from mailbox_gui.core.disk import Disk
from tests.support.disks import FailingDisk, WatchedDisk


def test_a_drop_is_synced_and_then_renamed(tmp_path: Path) -> None:
    disk = WatchedDisk()

    path = drop(disk, tmp_path, "a.md", b"x")

    assert path == tmp_path / "a.md"
    assert path.read_bytes() == b"x"
    assert disk.calls == ["write_new", "sync_file", "rename_new"]


@pytest.mark.parametrize(("name", "numbered"), [("a.md", "a-2.md"), ("x.act.json", "x-2.act.json"), ("a", "a-2")])
def test_a_taken_name_gets_a_number(tmp_path: Path, name: str, numbered: str) -> None:
    (tmp_path / name).write_bytes(b"mine")

    assert drop(WatchedDisk(), tmp_path, name, b"x").name == numbered
    assert (tmp_path / name).read_bytes() == b"mine"


@pytest.mark.parametrize("call", ["write_new", "sync_file", "rename_new"])
def test_what_fails_leaves_nothing(tmp_path: Path, call: str) -> None:
    disk = FailingDisk(lambda _at, name, _arguments: name == call, errno.ENOSPC)

    with pytest.raises(OSError, match="No space"):
        drop(disk, tmp_path, "a.md", b"x")
    assert list(tmp_path.iterdir()) == []


class _Full(Disk):
    """A disk that takes the name and half of the content."""

    def write_new(self, path: str | Path, content: bytes) -> None:
        super().write_new(path, content[: len(content) // 2])
        raise OSError(errno.ENOSPC, "No space left on device", str(path))


class _Failing(_Full):
    def unlink(self, path: str | Path) -> None:
        raise OSError(errno.EIO, "Input/output error", str(path))


def test_a_file_cut_short_by_a_full_disk_is_taken_away(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space"):
        drop(_Full(), tmp_path, "a.md", b"much")
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_taken_away_does_not_hide_the_reason(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space"):
        drop(_Failing(), tmp_path, "a.md", b"much")
