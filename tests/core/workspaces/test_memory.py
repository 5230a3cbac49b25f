"""What scans remember of files: read back as it was, and forgotten where it does not fit."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.workspaces.markers import Found
from mailbox_gui.core.workspaces.memory import Memory, load, save
from mailbox_gui.core.workspaces.reading import Read

FILES = {
    "a.py": Read((1, 2, 3, 4), (Found("slow-mock", 7, "tests\u202e skip it"),)),
    os.fsdecode(b"caf\xe9.py"): Read((5, 6, 7, 8), ()),
}


def test_it_is_read_back_as_it_was(tmp_path: Path) -> None:
    memory = Memory("/work", FILES, changed=True)
    save(memory, tmp_path / "builder.json", Disk())
    assert not memory.changed
    assert load(tmp_path / "builder.json", "/work") == Memory("/work", FILES)
    save(Memory("/work"), tmp_path / "builder.json", Disk())
    assert load(tmp_path / "builder.json", "/work") == Memory("/work")
    assert [path.name for path in tmp_path.iterdir()] == ["builder.json"]


def test_of_another_folder_it_is_forgotten(tmp_path: Path) -> None:
    save(Memory("/work", FILES), tmp_path / "builder.json", Disk())
    assert load(tmp_path / "builder.json", "/elsewhere") == Memory("/elsewhere")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b'{"version": 2, "folder": "/work", "files": {}}',
        b'{"version": 1, "folder": "/work"}',
        b'{"version": 1, "folder": "/work", "files": {"a": [1]}}',
        b'{"version": 1, "folder": "/work", "files": {"a": [1, 2, 3, 4, 5]}}',
        b"[" * 100_000,
        b"\xff",
    ],
)
def test_what_is_none_is_forgotten(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "builder.json").write_bytes(content)
    assert load(tmp_path / "builder.json", "/work") == Memory("/work")


def test_one_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert load(tmp_path / "none.json", "/work") == Memory("/work")


def test_a_partial_file_of_a_killed_run_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / f"builder.json.{os.getpid()}.part").write_bytes(b"half")
    save(Memory("/work", FILES), tmp_path / "builder.json", Disk())
    assert json.loads((tmp_path / "builder.json").read_bytes())["folder"] == "/work"
