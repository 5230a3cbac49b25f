"""The relay's key pair: plain, private, and refused when its halves do not belong together."""

from __future__ import annotations

from pathlib import Path

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.key_file import KeyDamaged, KeyMissing, render_plain
from mailbox_gui.core.keys.relay_key import RelayKey, create_relay_key, relay_public


def test_a_key_is_made_and_loaded(tmp_path: Path) -> None:
    made = create_relay_key(Disk(), tmp_path)
    assert RelayKey.load(tmp_path) == made
    assert made.public == relay_public(tmp_path)
    assert made.exposed is None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["relay.pub", "relay.secret"]
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    with pytest.raises(FileExistsError):
        create_relay_key(Disk(), tmp_path)


@pytest.mark.parametrize("name", ["relay.secret", "relay.pub"])
def test_a_missing_or_damaged_half_is_named(tmp_path: Path, name: str) -> None:
    create_relay_key(Disk(), tmp_path)
    (tmp_path / name).write_bytes(b"short\n")
    with pytest.raises(KeyDamaged, match=name):
        RelayKey.load(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(KeyMissing, match=name):
        RelayKey.load(tmp_path)


def test_halves_of_two_keys_are_refused(tmp_path: Path) -> None:
    create_relay_key(Disk(), tmp_path)
    (tmp_path / "relay.pub").write_bytes(render_plain(bytes(SigningKey(bytes(32)).verify_key)))
    with pytest.raises(KeyDamaged, match="does not belong"):
        RelayKey.load(tmp_path)


def test_a_secret_that_others_can_read_is_told(tmp_path: Path) -> None:
    create_relay_key(Disk(), tmp_path)
    (tmp_path / "relay.secret").chmod(0o604)
    assert "mode 0604" in (RelayKey.load(tmp_path).exposed or "")


def test_the_secret_is_not_shown(tmp_path: Path) -> None:
    key = create_relay_key(Disk(), tmp_path)
    assert (tmp_path / "relay.secret").read_text().strip() not in repr(key)
