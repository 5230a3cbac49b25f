"""The relay's signature over the chain so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A signed `{height, hash, at}`: height and hash of the line before, and this line's own `at`."""

    document: Mapping[str, object]
    key: str
    signature: str
