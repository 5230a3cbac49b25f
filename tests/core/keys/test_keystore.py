"""The keystore: what lies in it opens with the owner's key alone, and with nothing put in its place."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.keys.key_file import KeyDamaged, KeyMissing
from mailbox_gui.core.keys.keystore import Keystore
from tests.support.disks import WatchedDisk

OWNER, OTHER = SigningKey(b"\x01" * 32), SigningKey(b"\x02" * 32)


def test_a_key_is_kept_for_the_owner_alone(tmp_path: Path) -> None:
    key = Keystore(tmp_path, WatchedDisk(), OWNER).new()
    assert Keystore(tmp_path, WatchedDisk(), OWNER).key(key.public).secret == key.secret
    (path,) = (tmp_path / "channel").iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert key.secret.hex() not in path.read_text()
    with pytest.raises(KeyDamaged):
        Keystore(tmp_path, WatchedDisk(), OTHER).key(key.public)


def test_what_is_missing_damaged_or_another_is_said(tmp_path: Path) -> None:
    store = Keystore(tmp_path, WatchedDisk(), OWNER)
    one, two = store.new(), store.new()
    first, second = (tmp_path / "channel" / f"{key.public}.secret" for key in (one, two))
    first.write_bytes(second.read_bytes())
    with pytest.raises(KeyDamaged, match="another key"):
        Keystore(tmp_path, WatchedDisk(), OWNER).key(one.public)
    for content in (b"", b"{}", b"null", b"\xff", b'{"version":1,"cipher":"x","secret":5}', second.read_bytes()[:-9]):
        first.write_bytes(content)
        with pytest.raises(KeyDamaged):
            Keystore(tmp_path, WatchedDisk(), OWNER).key(one.public)
    first.unlink()
    with pytest.raises(KeyMissing):
        Keystore(tmp_path, WatchedDisk(), OWNER).key(one.public)


def test_cursors_and_keys_are_sealed_apart(tmp_path: Path) -> None:
    assert Keystore(tmp_path, WatchedDisk(), OWNER).cursor_key != Keystore(tmp_path, WatchedDisk(), OTHER).cursor_key
