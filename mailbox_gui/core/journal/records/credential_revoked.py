"""A credential that the owner took back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CredentialRevoked:
    """The signed act that revokes the credential with a fingerprint."""

    document: Mapping[str, object]
    key: str
    signature: str
