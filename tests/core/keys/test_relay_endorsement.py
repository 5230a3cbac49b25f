"""The owner's word on the relay's key: without it, or with another one, nobody is the relay."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from nacl.signing import SigningKey

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.envelope import RULES, canonical, public_hex, sign_document
from mailbox_gui.core.keys.key_file import KeyDamaged, KeyMissing
from mailbox_gui.core.keys.relay_endorsement import ENDORSEMENT_FILE, endorse_relay_key, require_endorsed

OWNER, RELAY, OTHER = SigningKey(b"o" * 32), SigningKey(b"r" * 32), SigningKey(b"x" * 32)
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def endorsed(tmp_path: Path) -> Path:
    endorse_relay_key(Disk(), tmp_path, public_hex(RELAY), OWNER, NOW)
    return tmp_path


def test_the_key_that_the_owner_signed_is_the_relays(endorsed: Path) -> None:
    require_endorsed(endorsed, public_hex(RELAY), public_hex(OWNER))
    assert (endorsed / ENDORSEMENT_FILE).stat().st_mode & 0o777 == 0o600
    endorse_relay_key(Disk(), endorsed, public_hex(OTHER), OWNER, NOW)
    require_endorsed(endorsed, public_hex(OTHER), public_hex(OWNER))


def test_another_implementation_accepts_it(endorsed: Path) -> None:
    envelope = json.loads((endorsed / ENDORSEMENT_FILE).read_bytes())
    assert envelope["document"] == {"version": 1, "relay": public_hex(RELAY), "signed_at": "2026-11-30T12:00:00Z"}
    Ed25519PublicKey.from_public_bytes(bytes(OWNER.verify_key)).verify(
        bytes.fromhex(envelope["signature"]), b"agent-mailbox/relay/v1\x00" + canonical(envelope["document"])
    )


def test_another_relay_or_another_owner_is_refused(endorsed: Path) -> None:
    for relay, owner in ((OTHER, OWNER), (RELAY, OTHER)):
        with pytest.raises(KeyDamaged, match="not the relay's key that the owner signed"):
            require_endorsed(endorsed, public_hex(relay), public_hex(owner))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[" * 4000,
        json.dumps(sign_document(RULES, {"version": 1, "relay": public_hex(RELAY)}, OWNER)).encode(),
    ],
    ids=["empty", "nothing", "deep", "another domain"],
)
def test_what_proves_nothing_is_refused(endorsed: Path, content: bytes) -> None:
    (endorsed / ENDORSEMENT_FILE).write_bytes(content)
    with pytest.raises(KeyDamaged, match=r"relay\.sig"):
        require_endorsed(endorsed, public_hex(RELAY), public_hex(OWNER))


def test_without_it_nobody_is_the_relay(endorsed: Path) -> None:
    (endorsed / ENDORSEMENT_FILE).unlink()
    with pytest.raises(KeyMissing, match="mailbox rules sign"):
        require_endorsed(endorsed, public_hex(RELAY), public_hex(OWNER))
