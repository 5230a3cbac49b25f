"""The names of workaround markers: what a slug is, how one is derived from a text, and which words a message says."""

from __future__ import annotations

import hashlib
import re
from typing import Final

from mailbox_gui.core.message.ids import is_id

LONGEST_SLUG: Final = 64

# A letter or digit at both ends, so that a slug in quotes, brackets or emphasis is still that word.
_SLUG: Final = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")
_WORD: Final = re.compile(r"[\w-]+")


def is_slug(text: str) -> bool:
    """Whether a marker may be called `text`: letters, digits, `-` and `_`, at most 64, no sign at either end.

    Nor may it look like the id of a message: both are names of debts.
    """
    return len(text) <= LONGEST_SLUG and _SLUG.fullmatch(text) is not None and not is_id(text)


def derived_slug(text: str) -> str:
    """The slug of a marker without one: `w-` and 8 hex digits of the SHA-256 of its text with white space folded."""
    folded = " ".join(text.split())
    return f"w-{hashlib.sha256(folded.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def words_of(*texts: str) -> frozenset[str]:
    """The whole words in `texts` that could be slugs."""
    found: set[str] = set()
    for text in texts:
        for word in set(_WORD.findall(text)):
            bare = word.strip("-_")
            if bare and len(bare) <= LONGEST_SLUG:
                found.add(bare)
    return frozenset(found)
