"""What somebody who mistyped a name probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

# Matching is quadratic in the length, and nothing that long was ever a typo of a name.
_LONGEST = 64


def nearest(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """At most three of `candidates` that look like `name`, the nearest first; empty when none does."""
    folded = name.strip().casefold()
    if not folded or len(folded) > _LONGEST:
        return ()
    return tuple(get_close_matches(folded, dict.fromkeys(candidates), n=3, cutoff=0.6))
