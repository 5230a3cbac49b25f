"""Foreign text made safe to look at: what would hide, reorder or drive a terminal is shown as a visible mark."""

from __future__ import annotations

import re
from typing import Final

# Zero-width and invisible characters besides the controls: soft hyphen, marks, joiners, bidi controls, fillers,
# invisible operators, byte order mark, annotation marks, tags and the variation selectors that no emoji uses.
_INVISIBLE: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_SURROGATES: Final = "\ud800-\udfff"
_HIDDEN = re.compile(f"[\x00-\x1f\x7f-\x9f{_SURROGATES}{_INVISIBLE}]")
_HIDDEN_IN_LINES = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f{_SURROGATES}{_INVISIBLE}]|\r(?!\n)")
# What may be repeated in a reason: too short and too plain to be a secret, whatever field it stands in.
_HARMLESS = re.compile(r"[\w.-]{1,15}")


def visible(text: str, *, keep_newlines: bool = False) -> str:
    """`text` with control, bidi, zero-width and other invisible characters shown: `␛`, `⟨U+202E⟩`, `⟨0xE9⟩`.

    With `keep_newlines` line ends and tabs stay. Done once, where text is shown; doing it twice changes nothing.
    """
    return (_HIDDEN_IN_LINES if keep_newlines else _HIDDEN).sub(_mark, text)


def has_hidden(text: str) -> bool:
    """Whether `visible` would change the one-line `text`."""
    return _HIDDEN.search(text) is not None


def quoted(text: str) -> str:
    """`text` in back-quotes for a reason, or only its length when it might be a secret or too long to read."""
    if _HARMLESS.fullmatch(text) and not has_hidden(text):
        return f"`{text}`"
    return text_of(len(text))


def text_of(length: int) -> str:
    """The words for a text of which nothing but its length is told."""
    return f"a text of {length:,} character{'' if length == 1 else 's'}"


def _mark(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if 0xDC80 <= code <= 0xDCFF:
        # A byte of a file name that is not UTF-8, kept by surrogate escape.
        return f"⟨0x{code - 0xDC00:02X}⟩"
    return f"⟨U+{code:04X}⟩"
