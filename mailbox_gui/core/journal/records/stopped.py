"""A relay gave the post office back in order."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stopped:
    """The relay stopped by itself; `reason` says on whose wish."""

    reason: str
