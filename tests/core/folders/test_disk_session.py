"""A session of the disks: the same as long as the machine is up and nothing is mounted anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.folders import disk_session as module
from mailbox_gui.core.folders.disk_session import boot_id, disk_session


def test_the_session_is_the_same_until_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "other"
    other.mkdir()
    first = disk_session([str(tmp_path)])

    assert disk_session([str(tmp_path), str(other)]) == first
    assert len(first) == 16
    monkeypatch.setattr(module, "boot_id", lambda: "another start")
    assert disk_session([str(tmp_path)]) != first


def test_another_file_system_is_another_session(tmp_path: Path, elsewhere: Path) -> None:
    assert disk_session([str(tmp_path)]) != disk_session([str(elsewhere)])
    assert disk_session([str(tmp_path)]) != disk_session([str(tmp_path), str(elsewhere)])


def test_a_folder_that_is_not_there_does_not_count(tmp_path: Path) -> None:
    assert disk_session([str(tmp_path), str(tmp_path / "gone")]) == disk_session([str(tmp_path)])


def test_where_no_start_is_known_nothing_is_taken_for_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "boot_id", lambda: "")

    assert disk_session([str(tmp_path)]) != disk_session([str(tmp_path)])


def test_the_system_is_asked_for_its_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boot_id.cache_clear()
    (tmp_path / "boot_id").write_text("0f0f\n")
    monkeypatch.setattr(module, "_BOOT_ID", tmp_path / "boot_id")
    monkeypatch.setattr("sys.platform", "linux")

    assert boot_id() == "0f0f"
    boot_id.cache_clear()
    monkeypatch.setattr(module, "_BOOT_ID", tmp_path / "missing")
    assert boot_id() == ""
    boot_id.cache_clear()
