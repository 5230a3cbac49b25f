"""A session key's file: what an agent signs with. Plain, since an agent has nobody to ask for a passphrase; 0600."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from nacl.signing import SigningKey

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.key_file import create_key_file, exposure, read_plain_key, render_plain

# Where an agent's session key lies in its folder when nobody says otherwise.
SESSION_FILE: Final = "session.key"


@dataclass(frozen=True, slots=True)
class SessionKey:
    """A session key as its file holds it. `exposed` says what is wrong with the file's permissions, or is None."""

    signing_key: SigningKey
    exposed: str | None = None

    @property
    def public(self) -> str:
        """The public key, 64 hex digits: what `session:` names."""
        return public_hex(self.signing_key)

    @classmethod
    def load(cls, path: Path) -> SessionKey:
        """Read a session key's file. Raises KeyMissing, KeyDamaged, OSError."""
        return cls(SigningKey(read_plain_key(path)), exposure(path))


def create_session_key(disk: Disk, path: Path) -> SigningKey:
    """Make a new key in a file of its own, whole or not at all, durable.

    Raises FileExistsError when something lies at `path`: no key is ever written over.
    """
    key = SigningKey.generate()
    create_key_file(disk, path, render_plain(bytes(key)))
    disk.sync_folder(path.parent)
    return key
