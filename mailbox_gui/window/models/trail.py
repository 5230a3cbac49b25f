"""The result of one check as the trail shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """Whether a check passed; the value is the word for it."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A check's name and outcome."""

    name: str
    outcome: Outcome

    @property
    def failed(self) -> bool:
        """Whether this check refused the message."""
        return self.outcome is Outcome.FAILED
