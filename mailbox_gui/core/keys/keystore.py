"""The keystore: the channel keys of all agents, each encrypted by a key that only the owner's secret yields.

So they lie under the owner's passphrase without one of their own, and whoever can decide in the owner's name can use
them. The host of the broker gets that key once, when the owner starts it.
"""

from __future__ import annotations

import hmac
import json
from pathlib import Path
from typing import Final

from nacl import secret
from nacl.exceptions import CryptoError
from nacl.signing import SigningKey

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.channel_key import ChannelKey
from mailbox_gui.core.keys.key_file import KeyDamaged, create_key_file, read_key_file

FOLDER: Final = "channel"
_STORE: Final = b"agent-mailbox/keystore/v1"
_CURSORS: Final = b"agent-mailbox/cursors/v1"
_MEMBERS: Final = frozenset({"version", "cipher", "secret"})


class Keystore:
    """The channel keys in the post office's keys folder; `cursor_key` seals the cursors of its pages."""

    def __init__(self, keys_folder: Path, disk: Disk, owner: SigningKey) -> None:
        self._folder = keys_folder / FOLDER
        self._disk = disk
        seed = bytes(owner)
        self._box = secret.SecretBox(hmac.digest(seed, _STORE, "sha256"))
        self.cursor_key = hmac.digest(seed, _CURSORS, "sha256")
        self._known: dict[str, ChannelKey] = {}

    def new(self) -> ChannelKey:
        """Make a key and keep it, durable before it is used. Raises OSError."""
        key = ChannelKey.generate()
        if not self._folder.is_dir():
            self._disk.make_folder(self._folder)
            self._disk.sync_folder(self._folder.parent)
        box = bytes(self._box.encrypt(key.secret)).hex()
        members = {"version": 1, "cipher": "xsalsa20-poly1305", "secret": box}
        create_key_file(self._disk, self._path(key.public), json.dumps(members, indent=1).encode("ascii") + b"\n")
        self._disk.sync_folder(self._folder)
        self._known[key.public] = key
        return key

    def key(self, public: str) -> ChannelKey:
        """The secret half of a public key (hex). Raises KeyMissing, KeyDamaged, OSError."""
        if public not in self._known:
            self._known[public] = self._read(public)
        return self._known[public]

    def _read(self, public: str) -> ChannelKey:
        path = self._path(public)
        try:
            key = ChannelKey(self._box.decrypt(_sealed(json.loads(read_key_file(path)))))
        except (ValueError, TypeError, RecursionError, CryptoError):
            raise KeyDamaged(f"{path} cannot be used with this owner's key; put it back from a backup") from None
        if key.public != public:
            raise KeyDamaged(f"{path} holds another key than its name says; put it back from a backup")
        return key

    def _path(self, public: str) -> Path:
        return self._folder / f"{public}.secret"


def _sealed(members: object) -> bytes:
    if not isinstance(members, dict) or set(members) != _MEMBERS or members["version"] != 1:
        raise ValueError("not a key of this keystore")
    return bytes.fromhex(members["secret"])
