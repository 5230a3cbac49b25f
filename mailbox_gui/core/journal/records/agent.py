"""An agent that was added or removed by the owner's act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Agent:
    """The signed act that adds or removes an agent."""

    document: Mapping[str, object]
    key: str
    signature: str
