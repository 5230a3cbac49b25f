"""A public key as people compare it, over the telephone or on paper."""

from __future__ import annotations

import hashlib

_GROUP = 4
_DIGITS = 32


def fingerprint(key: str) -> str:
    """The first half of the SHA-256 of a public key (hex), in groups of four digits: `3f2a 9c01 …`, eight of them."""
    digits = hashlib.sha256(bytes.fromhex(key)).hexdigest()[:_DIGITS]
    return " ".join(digits[start : start + _GROUP] for start in range(0, _DIGITS, _GROUP))
