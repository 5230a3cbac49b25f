"""An outbox that is left alone since its agent ran into its limit too often."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paused:
    """The drafts of `agent` stay where they are until the owner's act or the end of the day."""

    agent: str
    reason: str
