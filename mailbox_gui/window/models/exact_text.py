"""A text as it stands in its file: what is not seen, or looks like a blank and is none, has a mark of its own."""

from __future__ import annotations

import re
from typing import Final

from mailbox_gui.core.message.escape import visible

# Blanks that are no space: no-break, the widths of printers, ideographic.
_BLANKS: Final = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]")
_END_BLANKS: Final = re.compile(r" +(?=\n|\Z)")


def exact_text(text: str) -> str:
    """`text` with every tab, carriage return, control, bidi and invisible character, odd and trailing blank marked."""
    marked = text.replace("\r\n", "\N{SYMBOL FOR CARRIAGE RETURN}\n").replace(
        "\t", "\N{SYMBOL FOR HORIZONTAL TABULATION}\t"
    )
    marked = _BLANKS.sub(lambda match: f"⟨U+{ord(match.group()):04X}⟩", marked)
    marked = _END_BLANKS.sub(lambda match: "\N{MIDDLE DOT}" * len(match.group()), marked)
    return visible(marked, keep_newlines=True)


def hidden_count(text: str) -> int:
    """How many characters the eye would not see as what they are; tabs and line ends are not counted."""
    kinds = {each for each in set(text) - {"\r", "\n", "\t"} if visible(each) != each or _BLANKS.match(each)}
    return sum(text.count(each) for each in kinds) + len(re.findall("\r(?!\n)", text))
