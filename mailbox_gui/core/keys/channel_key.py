"""Keys of channels: secp256k1, as the public agent-broker draft and Nostr have them. BIP-340 signatures, raw ECDH."""

from __future__ import annotations

import hmac
import os
from typing import Final, Self

from coincurve import PrivateKey, PublicKey, PublicKeyXOnly

_SALT: Final = b"nip44-v2"
_ADDRESS_DOMAIN: Final = b"agent-memory/v1/d-tag\x00"


class ChannelKey:
    """The secret half of a channel key. `public` is its x-coordinate, 64 lowercase hex digits."""

    __slots__ = ("_key", "public")

    def __init__(self, secret: bytes) -> None:
        """Raises ValueError for 32 bytes that are no key."""
        if len(secret) != 32:
            raise ValueError("a channel key has 32 bytes")
        self._key = PrivateKey(secret)
        self.public: str = self._key.public_key_xonly.format().hex()

    @classmethod
    def generate(cls) -> Self:
        """A new key from the system's randomness."""
        return cls(PrivateKey().secret)

    @property
    def secret(self) -> bytes:
        """The 32 bytes to keep."""
        secret: bytes = self._key.secret
        return secret

    def sign(self, digest: bytes) -> str:
        """The BIP-340 signature over 32 bytes, 128 lowercase hex digits."""
        return self._key.sign_schnorr(digest, os.urandom(32)).hex()

    def storage_address(self, owner: str, slug: str) -> str:
        """Where this agent keeps the slug of its memory: the d-tag (hex) that only it and the owner can derive.

        `owner` is the owner's public channel key in hex. docs/broker.md, storage.address.
        """
        return hmac.digest(self._shared(owner), _ADDRESS_DOMAIN + slug.encode(), "sha256").hex()

    def _shared(self, other: str) -> bytes:
        """HKDF-extract over the raw x-coordinate of the ECDH point; the library's own ECDH hashes it."""
        point = PublicKey(b"\x02" + bytes.fromhex(other)).multiply(self._key.secret)
        return hmac.digest(_SALT, point.format(compressed=True)[1:], "sha256")

    def __repr__(self) -> str:
        return f"ChannelKey({self.public[:8]}…)"


def is_point(public: str) -> bool:
    """Whether 64 hex digits are the x-coordinate of a point on the curve."""
    try:
        _point(public)
    except ValueError:
        return False
    return True


def verify(digest: bytes, signature: str, public: str) -> bool:
    """Whether the hex signature over 32 bytes was made by the hex public key. False for what is malformed."""
    try:
        return _point(public).verify(bytes.fromhex(signature), digest)
    except ValueError:
        return False


def _point(public: str) -> PublicKeyXOnly:
    # The library takes other encodings of a point as well.
    if len(public) != 64:
        raise ValueError("a public key has 64 hex digits")
    return PublicKeyXOnly(bytes.fromhex(public))
