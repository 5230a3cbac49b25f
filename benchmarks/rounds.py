"""Rounds and ratios: alternatives are measured in turn, so that a slow minute of the machine hits both."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

# A reference that spreads more than this within one run says that the machine was busy with something else.
_SPREAD = 3.0


@dataclass(frozen=True, slots=True)
class Goal:
    """What a ratio must reach (`at_least`) or stay below (`at_most`)."""

    at_least: float | None = None
    at_most: float | None = None

    def verdict(self, value: float) -> str:
        """`met` or `MISSED`, with the goal."""
        if self.at_least is not None:
            return f"{'met' if value >= self.at_least else 'MISSED'} (goal: at least {self.at_least:g})"
        if self.at_most is not None:
            return f"{'met' if value <= self.at_most else 'MISSED'} (goal: at most {self.at_most:g})"
        return ""


def report(name: str, ratios: Sequence[float], goal: Goal, references: Sequence[float] = ()) -> None:
    """Print the median of the per-round ratios, their range, and whether the goal is met."""
    middle = statistics.median(ratios)
    spread = max(references) / min(references) if references else 1.0
    doubt = f"  INCONCLUSIVE: the reference spread {spread:.1f}-fold" if spread > _SPREAD else ""
    print(
        f"{name:<58} {middle:6.2f}  [{min(ratios):.2f} … {max(ratios):.2f}]  {goal.verdict(middle)}{doubt}", flush=True
    )


def say(name: str, text: str) -> None:
    """Print a figure that has no ratio."""
    print(f"{name:<58} {text}", flush=True)
