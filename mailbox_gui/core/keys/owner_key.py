"""The owner's key: the account. Its secret lies under a passphrase, or plain where the owner chose so."""

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
    plain_key,
    read_key_file,
    read_plain_key,
    render_plain,
    replace_key_file,
)
from mailbox_gui.core.keys.protection import MODERATE, Cost, Protected, WrongPassphrase

SECRET_FILE = "owner.secret"  # noqa: S105 - a file's name
PUBLIC_FILE = "owner.pub"


@dataclass(frozen=True, slots=True)
class OwnerKey:
    """The stored owner key, still locked. `exposed` says what is wrong with the secret's permissions, or is None."""

    folder: Path
    public: str
    protected: bool
    exposed: str | None = None

    @classmethod
    def load(cls, keys_folder: Path) -> OwnerKey:
        """Look at the owner key of a post office; nothing is decrypted. Raises KeyMissing, KeyDamaged, OSError."""
        public = owner_public(keys_folder)
        stored = _read_secret(keys_folder)
        if isinstance(stored, SigningKey) and public_hex(stored) != public:
            raise _mismatch(keys_folder)
        secret_file = keys_folder / SECRET_FILE
        return cls(keys_folder, public, isinstance(stored, Protected), exposure(secret_file))

    def unlock(self, passphrase: str | None = None) -> SigningKey:
        """The secret half. With a passphrase it takes about a second and 256 MB: call it on a worker.

        A passphrase given for a key that has none is not looked at. Raises WrongPassphrase (also when one is needed
        and None was given), KeyMissing, KeyDamaged, OSError.
        """
        stored = _read_secret(self.folder)
        if isinstance(stored, SigningKey):
            key = stored
        elif passphrase is None:
            raise WrongPassphrase("the owner's key is protected by a passphrase")
        else:
            key = SigningKey(stored.open(passphrase))
        if public_hex(key) != self.public:
            raise _mismatch(self.folder)
        return key

    def change_passphrase(self, disk: Disk, old: str | None, new: str | None, cost: Cost = MODERATE) -> OwnerKey:
        """Put the secret under the passphrase `new` (None: plain), in one step: on an error the old one still holds.

        Takes about two seconds: call it on a worker. Raises what `unlock` raises, ValueError for an empty passphrase.
        """
        key = self.unlock(old)
        replace_key_file(disk, self.folder / SECRET_FILE, _render_secret(key, new, cost))
        return OwnerKey.load(self.folder)


def owner_public(keys_folder: Path) -> str:
    """The owner's public key as its file says it, for who only verifies. Raises KeyMissing, KeyDamaged, OSError."""
    return read_plain_key(keys_folder / PUBLIC_FILE).hex()


def create_owner_key(disk: Disk, keys_folder: Path, passphrase: str | None, cost: Cost = MODERATE) -> OwnerKey:
    """Make the owner's key pair in an existing folder; None leaves the secret plain.

    Takes about a second with a passphrase. Raises FileExistsError when there is one, ValueError for an empty
    passphrase.
    """
    key = SigningKey.generate()
    create_key_file(disk, keys_folder / SECRET_FILE, _render_secret(key, passphrase, cost))
    create_key_file(disk, keys_folder / PUBLIC_FILE, render_plain(bytes(key.verify_key)))
    disk.sync_folder(keys_folder)
    return OwnerKey.load(keys_folder)


def _render_secret(key: SigningKey, passphrase: str | None, cost: Cost) -> bytes:
    if passphrase is None:
        return render_plain(bytes(key))
    if not passphrase:
        raise ValueError("an empty passphrase protects nothing; choose one, or go without on purpose")
    return Protected.seal(bytes(key), passphrase, cost).render()


def _read_secret(keys_folder: Path) -> SigningKey | Protected:
    path = keys_folder / SECRET_FILE
    content = read_key_file(path)
    key = plain_key(content)
    if key is not None:
        return SigningKey(key)
    try:
        return Protected.parse(content)
    except ValueError as error:
        raise KeyDamaged(f"{path} cannot be used: {error}; put it back from a backup") from None


def _mismatch(keys_folder: Path) -> KeyDamaged:
    return KeyDamaged(f"{keys_folder / PUBLIC_FILE} does not belong to {keys_folder / SECRET_FILE}")
