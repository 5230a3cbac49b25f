"""How hard a passphrase is to guess: a cautious estimate, told in one word and five bars. It never refuses one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

_CLASSES = ((str.islower, 26), (str.isupper, 26), (str.isdigit, 10))
_OTHER, _BEYOND = 33, 100
# Bits below which the word is true; the key is slow to try, which adds some 20 bits of its own.
_LEVELS = ((20, "very weak"), (35, "weak"), (50, "fair"), (70, "strong"))


@dataclass(frozen=True, slots=True)
class Strength:
    """`bars` of five, and the word."""

    bars: int
    word: str

    @property
    def good(self) -> bool:
        """Whether nobody need worry."""
        return self.bars >= 4


def strength(passphrase: str) -> Strength:
    """The strength of a passphrase; of an empty one no bar and no word."""
    if not passphrase:
        return Strength(0, "")
    alphabet = sum(size for of_class, size in _CLASSES if any(of_class(character) for character in passphrase))
    if any(not character.isalnum() and character.isascii() for character in passphrase):
        alphabet += _OTHER
    if not passphrase.isascii():
        alphabet += _BEYOND
    # What is repeated, or goes on by one (abcd, 4321), says little new.
    fresh = 1.0
    for before, after in pairwise(passphrase):
        fresh += 0.25 if abs(ord(after) - ord(before)) <= 1 else 1.0
    variety = min(1.0, len(set(passphrase)) / min(len(passphrase), 8))
    bits = fresh * math.log2(max(2, alphabet)) * variety * 0.7
    for bars, (limit, word) in enumerate(_LEVELS, start=1):
        if bits < limit:
            return Strength(bars, word)
    return Strength(5, "very strong")
