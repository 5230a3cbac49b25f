"""A channel that the owner made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Channel:
    """The signed act that makes a channel: its id, name, members with their public keys, the owner's public key."""

    document: Mapping[str, object]
    key: str
    signature: str
