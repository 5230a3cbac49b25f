"""Fuzzy search in short names: the letters in order, best where words begin and where letters stand together."""

from __future__ import annotations

from dataclasses import dataclass

_WORD, _RUN, _PLAIN, _GAP = 12, 8, 2, 1
_MOST = 64


@dataclass(frozen=True, slots=True)
class Match:
    """How well it fits (more is better), and the places of the letters that were found, ascending."""

    score: int
    places: tuple[int, ...]


def match(query: str, text: str) -> Match | None:
    """Where every letter of `query` is found in `text` in order, the best way; None when it is not there.

    Blanks in the query stand for nothing; an empty query fits everything with 0.
    """
    letters = "".join(query.casefold().split())[:_MOST]
    if not letters:
        return Match(0, ())
    # One character stays one: places are those of the text that is shown.
    folded = [character.casefold()[:1] or character for character in text]
    best: dict[int, Match] = {}
    for number, letter in enumerate(letters):
        found: dict[int, Match] = {}
        for place, character in enumerate(folded):
            if character != letter:
                continue
            begins = place == 0 or not text[place - 1].isalnum()
            worth = _WORD if begins else _PLAIN
            if number == 0:
                found[place] = Match(worth - min(place, 10) * _GAP, (place,))
                continue
            options = [
                Match(
                    before.score + (_RUN if at == place - 1 else worth - min(place - at - 1, 10) * _GAP),
                    (*before.places, place),
                )
                for at, before in best.items()
                if at < place
            ]
            if options:
                found[place] = max(options, key=lambda option: option.score)
        if not found:
            return None
        best = found
    return max(best.values(), key=lambda option: (option.score, -option.places[0]))
