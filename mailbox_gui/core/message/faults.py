"""Why a draft is refused: one fault per check that failed, with a hint the agent can act on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# The order of the checks is the order in which faults are named; the first is the headline.
CHECK_NAMES: Final = ("identity", "header", "recipient", "route", "limits", "secrets", "signature")

# Every refusal at the daily limit says these words, and no other: by them refusals that pause an outbox are counted.
DAILY_LIMIT: Final = "in the last 24 h"


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason for a refusal. `check` is a name of CHECK_NAMES, or `duplicate`, `decision`, `owner`."""

    check: str
    reason: str
    hint: str = ""
