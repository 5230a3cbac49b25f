"""The owner's word that a key is the relay's: without it, whoever can write here could put a relay key of its own."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Final

from nacl.signing import SigningKey

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.envelope import RELAY, BadSignature, sign_document, verify_document
from mailbox_gui.core.keys.key_file import KeyDamaged, KeyMissing, read_key_file, replace_key_file
from mailbox_gui.core.keys.relay_key import PUBLIC_FILE
from mailbox_gui.core.message.moments import format_second

ENDORSEMENT_FILE: Final = "relay.sig"
VERSION: Final = 1


def endorse_relay_key(disk: Disk, keys_folder: Path, relay_public: str, owner: SigningKey, now: datetime) -> None:
    """Sign the relay's public key with the owner's, in keys/relay.sig, durable. Raises OSError."""
    document = {"version": VERSION, "relay": relay_public, "signed_at": format_second(now)}
    envelope = sign_document(RELAY, document, owner)
    replace_key_file(disk, keys_folder / ENDORSEMENT_FILE, json.dumps(envelope, indent=2).encode() + b"\n")


def require_endorsed(keys_folder: Path, relay_public: str, owner_public: str) -> None:
    """Raise KeyMissing or KeyDamaged unless the owner signed that this is the relay's key; OSError."""
    path = keys_folder / ENDORSEMENT_FILE
    try:
        content = read_key_file(path)
    except KeyMissing:
        raise KeyMissing(
            f"{path}, the owner's signature over the relay's key, is missing; put it back from a backup, or, when you "
            "know why it is gone, run: mailbox rules sign"
        ) from None
    try:
        document, key = verify_document(RELAY, json.loads(content))
    except (ValueError, RecursionError, BadSignature):
        raise KeyDamaged(f"{path} is not a signature over the relay's key; put it back from a backup") from None
    if key != owner_public or document.get("version") != VERSION or document.get("relay") != relay_public:
        raise KeyDamaged(
            f"{keys_folder / PUBLIC_FILE} is not the relay's key that the owner signed; put the keys folder back from "
            "a backup"
        )
