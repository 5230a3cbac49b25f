"""From the folded terms of a query to an expression for the trigram index that every text with these terms meets."""

from __future__ import annotations

import sqlite3
from typing import Final

# Characters; a shorter term has none.
TRIGRAM: Final = 3
# More of them narrow the candidates no further, and each is a list to walk.
_MOST_TRIGRAMS_A_TERM: Final = 12
# A term of one or two characters is looked up as the trigrams that begin with it. Where they are more than this, so
# many texts hold the term that looking at the newest ones finds enough at once.
_MOST_BEGINNINGS: Final = 400


def match_expression(connection: sqlite3.Connection, terms: list[str]) -> str | None:
    """What to MATCH for texts that may hold all `terms`: None when trigrams cannot tell, empty when no text does."""
    parts: list[str] = []
    for term in terms:
        trigrams = _trigrams(term)
        if trigrams:
            parts.append(" AND ".join(map(_quoted, trigrams)))
            continue
        beginnings = _beginning_with(connection, term)
        if beginnings is None:
            continue
        if not beginnings:
            return ""
        parts.append(f"({' OR '.join(map(_quoted, beginnings))})")
    return " AND ".join(parts) or None


def _trigrams(term: str) -> list[str]:
    """Trigrams of a term, spread over it where it has many; none of a term that is too short."""
    found = list(dict.fromkeys(term[start : start + TRIGRAM] for start in range(len(term) - TRIGRAM + 1)))
    usable = [trigram for trigram in found if "\0" not in trigram]
    step = max(1, -(-len(usable) // _MOST_TRIGRAMS_A_TERM))
    return usable[::step]


def _beginning_with(connection: sqlite3.Connection, term: str) -> list[str] | None:
    """The trigrams in the index that begin with a short term; None when they are too many."""
    if "\0" in term:
        return None
    found = connection.execute(
        "SELECT term FROM trigram_term WHERE term >= ? AND term <= ? LIMIT ?",
        (term, f"{term}\U0010ffff", _MOST_BEGINNINGS + 1),
    ).fetchall()
    beginnings = [row[0] for row in found if "\0" not in row[0]]
    return None if len(found) > _MOST_BEGINNINGS else beginnings


def _quoted(trigram: str) -> str:
    doubled = trigram.replace('"', '""')
    return f'"{doubled}"'
