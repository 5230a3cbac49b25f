"""The relay's key: a plain file, since it signs checkpoints only and must work with nobody at the keyboard."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from nacl.signing import SigningKey

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.key_file import (
    KeyDamaged,
    create_key_file,
    exposure,
    read_plain_key,
    render_plain,
)

SECRET_FILE = "relay.secret"  # noqa: S105 - a file's name
PUBLIC_FILE = "relay.pub"


@dataclass(frozen=True, slots=True)
class RelayKey:
    """The relay's key pair. `exposed` says what is wrong with the secret's permissions, or is None."""

    signing_key: SigningKey
    exposed: str | None = None

    @property
    def public(self) -> str:
        """The public key, 64 hex digits."""
        return public_hex(self.signing_key)

    @classmethod
    def load(cls, keys_folder: Path) -> RelayKey:
        """Read the key pair of a post office. Raises KeyMissing, KeyDamaged, OSError."""
        signing_key = SigningKey(read_plain_key(keys_folder / SECRET_FILE))
        if relay_public(keys_folder) != public_hex(signing_key):
            raise KeyDamaged(f"{keys_folder / PUBLIC_FILE} does not belong to {keys_folder / SECRET_FILE}")
        return cls(signing_key, exposure(keys_folder / SECRET_FILE))


def relay_public(keys_folder: Path) -> str:
    """The relay's public key as its file says it, for who only verifies. Raises KeyMissing, KeyDamaged, OSError."""
    return read_plain_key(keys_folder / PUBLIC_FILE).hex()


def create_relay_key(disk: Disk, keys_folder: Path) -> RelayKey:
    """Make the relay's key pair in an existing folder. Raises FileExistsError when there is one."""
    signing_key = SigningKey.generate()
    create_key_file(disk, keys_folder / SECRET_FILE, render_plain(bytes(signing_key)))
    create_key_file(disk, keys_folder / PUBLIC_FILE, render_plain(bytes(signing_key.verify_key)))
    disk.sync_folder(keys_folder)
    return RelayKey(signing_key)
