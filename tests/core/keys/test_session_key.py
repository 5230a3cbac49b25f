"""A session key's file: 64 hex digits and a newline, private, never written over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.key_file import KeyDamaged, KeyMissing
from mailbox_gui.core.keys.session_key import SESSION_FILE, SessionKey, create_session_key
from tests.support.disks import WatchedDisk


def test_a_key_is_made_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / SESSION_FILE
    disk = WatchedDisk()
    made = create_session_key(disk, path)
    assert re.fullmatch(rb"[0-9a-f]{64}\n", path.read_bytes())
    assert path.stat().st_mode & 0o777 == 0o600
    assert disk.calls == ["write_new", "sync_file", "rename_new", "sync_folder"]
    loaded = SessionKey.load(path)
    assert (loaded.signing_key, loaded.exposed) == (made, None)
    assert loaded.public == bytes(made.verify_key).hex()
    assert bytes(made).hex() not in repr(loaded)


def test_no_key_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / SESSION_FILE
    create_session_key(Disk(), path)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        create_session_key(Disk(), path)
    link = tmp_path / "link.key"
    link.symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        create_session_key(Disk(), link)
    assert path.read_bytes() == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["link.key", SESSION_FILE]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_a_file_that_others_can_read_is_said(tmp_path: Path, mode: int) -> None:
    path = tmp_path / SESSION_FILE
    create_session_key(Disk(), path)
    path.chmod(mode)
    assert f"mode {mode:04o}" in str(SessionKey.load(path).exposed)


@pytest.mark.parametrize("content", [b"", b"ab\n", b"g" * 64, b"AB" * 32 + b"\n", b"ab" * 33, b"ab" * 5000])
def test_what_is_no_key_is_refused_without_repeating_it(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / SESSION_FILE
    path.write_bytes(content)
    with pytest.raises(KeyDamaged) as caught:
        SessionKey.load(path)
    assert "abab" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(KeyMissing, match=SESSION_FILE):
        SessionKey.load(tmp_path / SESSION_FILE)
