"""A paused agent may send again, by the owner's act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Resumed:
    """The signed act that ends a pause."""

    document: Mapping[str, object]
    key: str
    signature: str
