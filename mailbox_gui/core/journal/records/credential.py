"""A credential that the owner issued; the credential itself is nowhere, only its hash."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Credential:
    """The signed act that issues a credential:  hash, fingerprint, agent, channel, operations, expiry."""

    document: Mapping[str, object]
    key: str
    signature: str
