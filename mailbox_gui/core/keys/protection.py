"""A secret under a passphrase: Argon2id makes the key, XSalsa20-Poly1305 encrypts; the file names its own cost."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from typing import Final

from nacl import pwhash, secret, utils
from nacl.exceptions import CryptoError

# A planted file must not be able to demand 100 GB or a week: these are libsodium's SENSITIVE, doubled in passes.
_MOST_MEMORY: Final = 1 << 30
_MOST_PASSES: Final = 8
_MEMBERS: Final = frozenset({"version", "kdf", "ops", "mem", "salt", "cipher", "secret"})


class WrongPassphrase(Exception):
    """The passphrase does not open the key, or one is needed and none was given."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a guess at the passphrase costs: passes over `mem` bytes of memory."""

    ops: int
    mem: int


# 256 MiB, three passes: 0.6 to 1.6 s on a desktop.
MODERATE: Final = Cost(pwhash.argon2id.OPSLIMIT_MODERATE, pwhash.argon2id.MEMLIMIT_MODERATE)


@dataclass(frozen=True, slots=True)
class Protected:
    """An encrypted secret as it lies in its file."""

    cost: Cost
    salt: bytes
    box: bytes

    @classmethod
    def seal(cls, content: bytes, passphrase: str, cost: Cost) -> Protected:
        """Encrypt `content`. Takes about a second and `cost.mem` bytes: call it on a worker."""
        salt = utils.random(pwhash.argon2id.SALTBYTES)
        box = secret.SecretBox(_derive(passphrase, salt, cost)).encrypt(content)
        return cls(cost, salt, bytes(box))

    def open(self, passphrase: str) -> bytes:
        """Decrypt. Takes about a second and `cost.mem` bytes: call it on a worker. Raises WrongPassphrase."""
        try:
            return secret.SecretBox(_derive(passphrase, self.salt, self.cost)).decrypt(self.box)
        except CryptoError:
            raise WrongPassphrase("the passphrase is wrong") from None

    def render(self) -> bytes:
        """The file's content."""
        members = {
            "version": 1,
            "kdf": "argon2id",
            "ops": self.cost.ops,
            "mem": self.cost.mem,
            "salt": self.salt.hex(),
            "cipher": "xsalsa20-poly1305",
            "secret": self.box.hex(),
        }
        return json.dumps(members, indent=1).encode("ascii") + b"\n"

    @classmethod
    def parse(cls, content: bytes) -> Protected:
        """Read what `render` wrote. Raises ValueError with what is wrong; no member's value is in it."""
        try:
            members = json.loads(content)
        except (ValueError, RecursionError):
            raise ValueError("it is neither 64 hex digits nor a protected key") from None
        if not isinstance(members, dict) or set(members) != _MEMBERS:
            raise ValueError("it is not a protected key of this program")
        if (members["version"], members["kdf"], members["cipher"]) != (1, "argon2id", "xsalsa20-poly1305"):
            raise ValueError("it was made by a newer version of this program")
        cost = Cost(
            _bounded(members["ops"], pwhash.argon2id.OPSLIMIT_MIN, _MOST_PASSES, "ops"),
            _bounded(members["mem"], pwhash.argon2id.MEMLIMIT_MIN, _MOST_MEMORY, "mem"),
        )
        box_size = secret.SecretBox.NONCE_SIZE + secret.SecretBox.MACBYTES + 32
        return cls(
            cost,
            _hex(members["salt"], pwhash.argon2id.SALTBYTES, "salt"),
            _hex(members["secret"], box_size, "secret"),
        )


def _derive(passphrase: str, salt: bytes, cost: Cost) -> bytes:
    # One passphrase typed on two systems may come composed or decomposed; NFC makes them one.
    text = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    return pwhash.argon2id.kdf(secret.SecretBox.KEY_SIZE, text, salt, opslimit=cost.ops, memlimit=cost.mem)


def _bounded(value: object, least: int, most: int, name: str) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"its cost ({name}) is outside {least} to {most}")
    return value


def _hex(value: object, size: int, name: str) -> bytes:
    if not isinstance(value, str) or len(value) != 2 * size:
        raise ValueError(f"its member {name} has the wrong length")
    try:
        return bytes.fromhex(value)
    except ValueError:
        raise ValueError(f"its member {name} is not hex digits") from None
