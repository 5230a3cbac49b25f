"""What a start had to finish after a run that was cut short."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recovered:
    """How many messages were `finished` and `rejudged`, how many bytes were torn; `notes` for a person."""

    finished: int
    rejudged: int
    torn_bytes: int
    notes: tuple[str, ...] = ()
