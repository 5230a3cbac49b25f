"""Finds where a private key block ends: the rules see its first lines, the reason names all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mailbox_gui.core.checks.secret_scan.spelling import strangeness

PRIVATE_KEY_BLOCK: Final = "private key block"

# More lines than a message within the usual limit can hold of a block.
_MOST_LINES: Final = 2_000
_WRAPPING: Final = " \t\r>|\"'\\+,;"
_END = re.compile(r"-{4,5} ?END[ A-Z0-9]{0,60}PRIVATE KEY")
_FIELD = re.compile(
    r"(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|MessageID|Subject|Encryption|Key-Derivation|Argon2-\w+"
    r"|Public-Lines|Private-Lines|Private-MAC|Private-Hash)\s?:.{0,120}"
)
_DATA = re.compile(r"[A-Za-z0-9+/=]+")
_QUOTES = re.compile(r"[\"'](?:\s{0,3}[+.&]?\s{0,3}[\"'])?")
# From how many characters, or from which strangeness, a line is data and no word.
_FULL: Final = 16
_STRANGE: Final = 3.0


def whole_block(begun: range, texts: Sequence[str]) -> range:
    """The lines of the block that begins on the lines `begun`, counted from 1 in `texts`.

    It goes on to its end mark, or, where that is missing or does not belong to it, as far as lines look like a key's.
    """
    if any(_END.search(text) for text in texts[begun.start - 1 : begun.stop - 1]):
        return begun
    last = begun.stop - 1
    after_data = True
    for number, line in enumerate(texts[last : last + _MOST_LINES], begun.stop):
        text = _QUOTES.sub("", line).strip(_WRAPPING)
        if _END.match(text):
            return range(begun.start, number + 1)
        field = _FIELD.fullmatch(text) is not None
        if text and not field and not _DATA.fullmatch(text):
            break
        # A short line is the last of the data, or a word behind them.
        is_data = field or len(text) >= _FULL or strangeness(text) >= _STRANGE
        if is_data or (text and after_data):
            last = number
        after_data = is_data
    return range(begun.start, last + 1)
