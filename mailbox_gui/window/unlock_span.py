"""For how long the owner key stays unlocked: what the owner chooses beside the passphrase."""

from __future__ import annotations

from datetime import timedelta
from enum import Enum

QUARTER = timedelta(minutes=15)


class Span(Enum):
    """The words of the choice."""

    ONCE = "for this once only"
    QUARTER = "for 15 minutes"
    WINDOW = "until the window closes"
