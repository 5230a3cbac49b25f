"""The owner's key: made once, locked or plain, its passphrase changed without ever being without a key."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.key_file import KeyDamaged, KeyMissing, render_plain
from mailbox_gui.core.keys.owner_key import OwnerKey, create_owner_key, owner_public
from mailbox_gui.core.keys.protection import Cost, WrongPassphrase

CHEAP = Cost(ops=1, mem=8192)
WORDS = "correct " + "horse"


@pytest.fixture(params=[None, WORDS], ids=["plain", "protected"])
def passphrase(request: pytest.FixtureRequest) -> str | None:
    assert request.param is None or isinstance(request.param, str)
    return request.param


def test_a_key_is_made_loaded_and_unlocked(tmp_path: Path, passphrase: str | None) -> None:
    made = create_owner_key(Disk(), tmp_path, passphrase, CHEAP)
    loaded = OwnerKey.load(tmp_path)
    assert loaded == made
    assert loaded.protected is (passphrase is not None)
    assert loaded.exposed is None
    assert loaded.public == owner_public(tmp_path) == public_hex(loaded.unlock(passphrase))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["owner.pub", "owner.secret"]
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_two_keys_are_never_the_same(tmp_path: Path) -> None:
    publics = set()
    for name in "abc":
        (tmp_path / name).mkdir()
        publics.add(create_owner_key(Disk(), tmp_path / name, None).public)
    assert len(publics) == 3


def test_a_plain_secret_is_64_digits_and_a_protected_one_holds_none_of_it(tmp_path: Path) -> None:
    key = create_owner_key(Disk(), tmp_path, None)
    secret = (tmp_path / "owner.secret").read_bytes()
    assert secret == bytes(key.unlock()).hex().encode() + b"\n"
    key.change_passphrase(Disk(), None, WORDS, CHEAP)
    assert secret.strip() not in (tmp_path / "owner.secret").read_bytes()


@pytest.mark.parametrize("given", [None, "", "wrong", WORDS.upper()])
def test_a_wrong_or_missing_passphrase_is_told(tmp_path: Path, given: str | None) -> None:
    key = create_owner_key(Disk(), tmp_path, WORDS, CHEAP)
    with pytest.raises(WrongPassphrase, match="passphrase"):
        key.unlock(given)


def test_a_passphrase_for_a_plain_key_is_not_looked_at(tmp_path: Path) -> None:
    key = create_owner_key(Disk(), tmp_path, None)
    assert public_hex(key.unlock("any")) == key.public


def test_an_empty_passphrase_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="empty"):
        create_owner_key(Disk(), tmp_path, "", CHEAP)
    assert list(tmp_path.iterdir()) == []
    key = create_owner_key(Disk(), tmp_path, None)
    with pytest.raises(ValueError, match="empty"):
        key.change_passphrase(Disk(), None, "", CHEAP)


def test_there_is_only_ever_one_owner_key(tmp_path: Path, passphrase: str | None) -> None:
    first = create_owner_key(Disk(), tmp_path, passphrase, CHEAP)
    with pytest.raises(FileExistsError):
        create_owner_key(Disk(), tmp_path, None)
    assert OwnerKey.load(tmp_path) == first


@pytest.mark.parametrize("new", [None, "another one"])
def test_the_passphrase_is_changed_and_the_key_stays(tmp_path: Path, passphrase: str | None, new: str | None) -> None:
    key = create_owner_key(Disk(), tmp_path, passphrase, CHEAP)
    secret = key.unlock(passphrase)
    changed = key.change_passphrase(Disk(), passphrase, new, CHEAP)
    assert changed.public == key.public
    assert changed.protected is (new is not None)
    # A window that loaded the key before the change unlocks with the new passphrase.
    assert key.unlock(new) == secret
    if new is not None and passphrase is not None:
        with pytest.raises(WrongPassphrase):
            key.unlock(passphrase)


def test_a_wrong_old_passphrase_changes_nothing(tmp_path: Path) -> None:
    key = create_owner_key(Disk(), tmp_path, WORDS, CHEAP)
    before = (tmp_path / "owner.secret").read_bytes()
    with pytest.raises(WrongPassphrase):
        key.change_passphrase(Disk(), "wrong", "another one", CHEAP)
    assert (tmp_path / "owner.secret").read_bytes() == before


def test_a_change_on_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    class Full(Disk):
        def write_new(self, path: str | Path, content: bytes) -> None:
            super().write_new(path, content[:10])
            raise OSError(28, os.strerror(28))

    key = create_owner_key(Disk(), tmp_path, WORDS, CHEAP)
    with pytest.raises(OSError, match="No space left"):
        key.change_passphrase(Full(), WORDS, "another one", CHEAP)
    key.unlock(WORDS)
    key.change_passphrase(Disk(), WORDS, "another one", CHEAP).unlock("another one")


def test_the_cost_of_a_change_is_kept_in_the_file(tmp_path: Path) -> None:
    key = create_owner_key(Disk(), tmp_path, WORDS, CHEAP)
    key.change_passphrase(Disk(), WORDS, WORDS, Cost(ops=2, mem=16_384))
    assert b'"ops": 2' in (tmp_path / "owner.secret").read_bytes()
    key.unlock(WORDS)


def test_missing_files_are_named(tmp_path: Path, passphrase: str | None) -> None:
    create_owner_key(Disk(), tmp_path, passphrase, CHEAP)
    for name in ("owner.secret", "owner.pub"):
        kept = (tmp_path / name).read_bytes()
        (tmp_path / name).unlink()
        with pytest.raises(KeyMissing, match=name):
            OwnerKey.load(tmp_path)
        (tmp_path / name).write_bytes(kept)


@pytest.mark.parametrize("length", [0, 1, 20, 63, 200])
def test_a_truncated_secret_is_told_as_such(tmp_path: Path, passphrase: str | None, length: int) -> None:
    create_owner_key(Disk(), tmp_path, passphrase, CHEAP)
    path = tmp_path / "owner.secret"
    content = path.read_bytes()
    path.write_bytes(content[: min(length, len(content) - 2)])
    with pytest.raises(KeyDamaged, match="put it back from a backup"):
        OwnerKey.load(tmp_path)


def test_a_public_key_of_somebody_else_is_found(tmp_path: Path, passphrase: str | None) -> None:
    create_owner_key(Disk(), tmp_path, passphrase, CHEAP)
    (tmp_path / "owner.pub").write_bytes(render_plain(bytes(SigningKey(bytes(32)).verify_key)))
    with pytest.raises(KeyDamaged, match="does not belong"):
        OwnerKey.load(tmp_path).unlock(passphrase)


def test_a_planted_file_cannot_demand_memory(tmp_path: Path) -> None:
    create_owner_key(Disk(), tmp_path, WORDS, CHEAP)
    path = tmp_path / "owner.secret"
    path.write_bytes(path.read_bytes().replace(b"8192", b"%d" % (100 << 30)))
    with pytest.raises(KeyDamaged, match="its cost"):
        OwnerKey.load(tmp_path)


def test_a_secret_that_others_can_read_is_told_and_works(tmp_path: Path, passphrase: str | None) -> None:
    create_owner_key(Disk(), tmp_path, passphrase, CHEAP)
    (tmp_path / "owner.secret").chmod(0o644)
    key = OwnerKey.load(tmp_path)
    assert "mode 0644" in (key.exposed or "")
    key.unlock(passphrase)


def test_no_error_shows_the_secret(tmp_path: Path) -> None:
    key = create_owner_key(Disk(), tmp_path, None)
    digits = (tmp_path / "owner.secret").read_text().strip()
    assert digits not in repr(key)
    (tmp_path / "owner.secret").write_text(digits + "0")
    with pytest.raises(KeyDamaged) as caught:
        OwnerKey.load(tmp_path)
    assert digits not in str(caught.value)
