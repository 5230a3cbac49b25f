"""One line of plain text out of a Markdown body, for lists and notifications."""

from __future__ import annotations

import re

# Enough for any excerpt. Bodies are written by agents, who may write anything: this bounds the work, and every pattern
# below is linear in it or looks ahead a bounded way.
_READ = 1_500
# Lines that are drawing only: fences, rules, underlines, the line below a table's head.
_DRAWN = re.compile(
    r"^[ \t]*(?:```[^\n`]*|~~~[^\n]*|(?:[-*_][ \t]*){3,}|=+|(?=[^\n]*---)[ \t:|-]+)$",
    re.MULTILINE,
)
_LINE_MARK = re.compile(r"^[ \t]*(?:(?:#{1,6}|>|[-*+]|[0-9]{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)+", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^()\s]{0,500}(?:[ \t]+\"[^\"\n]{0,200}\")?\)")
_EMPHASIS = re.compile(
    r"(?<![\w*_~`])(\*{1,3}|_{1,3}|~~|`{1,3})(?![*_~`\s])([^\n]{0,200}?[^\s*_~`])\1(?![\w*_~`])",
)


def excerpt(body: str, length: int = 160) -> str:
    """The first `length` characters of `body` on one line, marks of Markdown left out, `…` where it was cut.

    Still foreign text: show it through `visible`.
    """
    text = body[:_READ]
    text = _DRAWN.sub("", text)
    text = _LINE_MARK.sub("", text)
    text = _LINK.sub(r"\1", text)
    text = _EMPHASIS.sub(r"\2", text)
    line = " ".join(text.split())
    if len(line) <= length and len(body) <= _READ:
        return line
    return f"{line[: max(0, length - 1)].rstrip()}…"
