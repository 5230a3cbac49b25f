"""One form for what is searched and searched for: case, ё, width, line breaks and invisible marks fall away."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# Soft hyphen, zero-width space, joiners, word joiner, byte order mark: nobody types them, and they would split a word.
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")


def fold(text: str) -> str:
    """`text` as it is searched: two texts that a person would call the same word have the same form.

    ё becomes е, as most people type it; й stays й. Every run of blanks and line ends is one blank.
    """
    if text.isascii():
        return " ".join(text.lower().split())
    folded = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)).casefold().replace("ё", "е")
    return " ".join(folded.split())


def fold_term(text: str) -> str:
    """A term of a query in the same form; a blank at its ends, which only a quoted phrase has, is kept."""
    core = fold(text)
    if not core:
        return ""
    before = " " if text[0].isspace() else ""
    after = " " if text[-1].isspace() else ""
    return f"{before}{core}{after}"
