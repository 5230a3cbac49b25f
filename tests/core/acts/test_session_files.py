"""The copies of delegations and revocations: where they lie, whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.acts.session_files import delegation_file, keep, revocation_file, sessions_folder
from tests.support.disks import DyingDisk, Killed, WatchedDisk


def test_names_are_the_keys_own(tmp_path: Path) -> None:
    assert delegation_file(tmp_path, "ab") == tmp_path / "sessions" / "ab.json"
    assert revocation_file(tmp_path, "ab") == tmp_path / "sessions" / "ab.revoked.json"


def test_a_kill_at_any_call_leaves_the_old_copy_or_the_new(tmp_path: Path) -> None:
    whole = WatchedDisk()
    (tmp_path / "whole").mkdir()
    keep(whole, delegation_file(tmp_path / "whole", "ab"), b"new")
    for at in range(len(whole.calls)):
        keys = tmp_path / str(at)
        keys.mkdir()
        path = delegation_file(keys, "ab")
        with pytest.raises(Killed):
            keep(DyingDisk(at), path, b"new")
        assert not path.exists() or path.read_bytes() == b"new"
        keep(WatchedDisk(), path, b"new")
        assert path.read_bytes() == b"new"
        assert [entry.name for entry in sessions_folder(keys).iterdir()] == ["ab.json"]
