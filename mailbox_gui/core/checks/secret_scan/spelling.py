"""Measures how little a value looks like words: what a person names has syllables, what is drawn has none."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

# Which letters follow a letter in words and names, as counted in documentation; some 330 of 676 pairs, which make up
# 97 of 100 in words and under half of what is drawn.
_FOLLOWERS: Final = {
    "a": "bcdfgiklmnprstuvwxy", "b": "abceilorsuy", "c": "acdehiklorstuy", "d": "abcdefilorstu",
    "e": "abcdefgilmnopqrstuvwxy", "f": "aefilorstu", "g": "aeghilnorsu", "h": "aeilmnortuy", "i": "abcdefglmnoprstvxz",
    "j": "aeou", "k": "aeilnorsuy", "l": "acdeilopstuvy", "m": "abeilmopsu", "n": "acdefgiklnopstuv",
    "o": "abcdfgiklmnoprstuvw", "p": "acdehiloprstuy", "q": "u", "r": "abcdefgiklmnoprstuvy", "s": "acdefhiklmnopqstuy",
    "t": "acdefhilmnoprstuwyz", "u": "abcdefgilmnprst", "v": "aeioy", "w": "adehilnorsu", "x": "ceipt",
    "y": "aeilmnopst", "z": "aeiouz",
}  # fmt: skip
# Runs of one sort; a capital belongs to the small letters behind it.
_RUN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^A-Za-z0-9]+")
_CHUNK = re.compile(r"[A-Za-z0-9]+")


def runs(value: str) -> list[str]:
    """The runs of one sort in a value: words with or without a capital, capitals, digits, signs."""
    return _RUN.findall(value)


def turns(chunk: str) -> int:
    """How often letters and digits take turns."""
    return sum(one.isdigit() != other.isdigit() for one, other in pairwise(chunk))


def strangeness(value: str) -> float:
    """How many places of a value no word or name has; 0 to 1 for most names, 3 and more for nearly all that is drawn.

    Counted are pairs of letters that words lack, every turn between letters and digits after the first, and half for
    capitals inside and for letters alone.
    """
    parts = runs(value)
    unspelled = sum(not _is_spelled(one, other) for part in parts if part.isalpha() for one, other in pairwise(part))
    taken = sum(turns(chunk) for chunk in _CHUNK.findall(value))
    inside = sum(one[-1].isalpha() and other[0].isalpha() for one, other in pairwise(parts))
    alone = sum(len(part) == 1 and part.isalpha() for part in parts)
    return unspelled + max(0, taken - 1) + (inside + alone) / 2


def _is_spelled(one: str, other: str) -> bool:
    return other.lower() in _FOLLOWERS.get(one.lower(), "")
