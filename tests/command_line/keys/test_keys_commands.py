"""`mailbox keys`: public keys are shown, secrets never, and the passphrase changes without the key changing."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.keys import owner_key
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost, WrongPassphrase
from mailbox_gui.core.keys.relay_key import relay_public
from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owner_key.OwnerKey.change_passphrase, "__defaults__", (Cost(1, 8192 * 16),))


def test_public_keys_are_shown(office: TestOffice, mailbox: Mailbox) -> None:
    key = OwnerKey.load(office.office.keys)
    told = mailbox("keys", "show")
    assert told.status == 0
    assert key.public in told.out
    assert relay_public(office.office.keys) in told.out
    assert "any process of this user can decide in your name" in told.out
    owner, relay = mailbox("keys", "show", "--json").objects
    assert owner == {"name": "owner", "key": key.public, "protected": False}
    assert relay == {"name": "relay", "key": relay_public(office.office.keys)}
    for secret in ("owner.secret", "relay.secret"):
        assert (office.office.keys / secret).read_text(encoding="ascii").strip() not in told.out


def test_a_passphrase_is_set_changed_and_taken_away(office: TestOffice, mailbox: Mailbox, tmp_path: Path) -> None:
    key = OwnerKey.load(office.office.keys)
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("one\n", encoding="utf-8")
    second.write_text("zwei", encoding="utf-8")
    assert mailbox("keys", "passphrase", "--new-passphrase-file", str(first)).status == 0
    assert OwnerKey.load(office.office.keys).protected
    assert "(under a passphrase)" in mailbox("keys", "show").out
    change = ("keys", "passphrase", "--new-passphrase-file", str(second), "--passphrase-file")
    assert mailbox(*change, str(second)).status == 1
    assert mailbox(*change, str(first)).status == 0
    with pytest.raises(WrongPassphrase):
        OwnerKey.load(office.office.keys).unlock("one")
    told = mailbox("keys", "passphrase", "--no-passphrase", "--passphrase-file", str(second))
    assert "no passphrase now" in told.out
    assert OwnerKey.load(office.office.keys) == key


@pytest.mark.parametrize("arguments", [(), ("--no-passphrase", "--new-passphrase-file", "x")])
def test_wrong_usage(mailbox: Mailbox, arguments: tuple[str, ...]) -> None:
    assert mailbox("keys", "passphrase", *arguments).status == 2
