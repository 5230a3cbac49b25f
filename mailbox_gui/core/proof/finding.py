"""What a proof found wrong."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing that is not as the journal says: at which height, or in which file; foreign text is not escaped yet."""

    text: str
    height: int | None = None
    file: str = ""
