"""Dropping: whole or not at all, durable, never over somebody else's file."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from mailbox_gui.core.acts.dropping import drop
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
