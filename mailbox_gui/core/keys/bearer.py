"""The secret half of a credential: made once, shown once, kept by nobody but the agent; here only its hash stays."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

PREFIX: Final = "amb_"
_SECRET_BYTES: Final = 32


def new_bearer() -> str:
    """A new secret, about 256 bits of it."""
    return PREFIX + secrets.token_urlsafe(_SECRET_BYTES)


def bearer_hash(bearer: str) -> str:
    """What is kept of it: SHA-256 in hex. With that much randomness in it nothing slower is needed."""
    return hashlib.sha256(bearer.encode()).hexdigest()
