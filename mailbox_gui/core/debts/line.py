"""Where and when in the journal something happened, as debts remember it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the journal without what it says; `hash` is the SHA-256 of its bytes, hex."""

    height: int
    at: datetime
    hash: str
