"""Whether a text can be laid out as Markdown within some frames, told from its letters before it is parsed."""

from __future__ import annotations

import re

# Measured: a line, an inline code or a list mark costs about 0.05 ms from parsing to painting, a table's cell 0.3 ms.
BUDGET = 1200
_CELL = 4
_MARK = re.compile(r"(?:^|[\s>])(?:[-+*>]|\d{1,9}[.)])(?=\s)", re.MULTILINE)


def too_intricate(text: str) -> bool:
    """True for a text with so many lines, cells and marks that the window would stand still; a letter has not."""
    cost = text.count("\n") + text.count("`") + _CELL * text.count("|")
    return cost > BUDGET or cost + sum(1 for _ in _MARK.finditer(text)) > BUDGET
