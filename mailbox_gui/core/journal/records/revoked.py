"""A session key that the owner revoked, by act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Revoked:
    """The signed act that names the session key. From this height on it signs nothing any more."""

    document: Mapping[str, object]
    key: str
    signature: str
