"""A session key that the owner delegated to an agent, by act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Delegated:
    """The signed act; its `args` are the delegation, signed by itself. From this height on the key may sign."""

    document: Mapping[str, object]
    key: str
    signature: str
