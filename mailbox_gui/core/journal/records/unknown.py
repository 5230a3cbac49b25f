"""A line of a type that this version does not know: kept and shown, never understood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unknown:
    """The member `type` and the members between it and `prev`, as they were read."""

    type: str
    members: Mapping[str, object]
