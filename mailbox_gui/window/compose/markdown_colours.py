"""Colours for Markdown while it is typed: marks step back, headings and bold stand out, code has its own colour."""

from __future__ import annotations

import re

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from mailbox_gui.window.theme.tokens import Tokens

# A line longer than this is no prose; looking for pairs in it costs more than it tells.
_LONGEST = 2000
_HEADING = re.compile(r"#{1,6} ")
_LIST = re.compile(r"\s{0,8}(?:[-*+]|\d{1,9}[.)]) ")
_CODE = re.compile(r"`[^`\n]+`")
_BOLD = re.compile(r"\*\*(?=\S)([^*\n]+?)\*\*")
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_PROSE, _FENCED = 0, 1


class MarkdownColours(QSyntaxHighlighter):
    """Looks at one line at a time; what is a fence is carried from line to line."""

    def __init__(self, document: QTextDocument, tokens: Tokens) -> None:
        super().__init__(document)
        self._formats = _formats(tokens)

    def take(self, tokens: Tokens) -> None:
        """Take the colours of another theme."""
        self._formats = _formats(tokens)
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        mark, strong, code = self._formats
        fenced = self.previousBlockState() == _FENCED
        if len(text) <= _LONGEST and _FENCE.match(text):
            self.setCurrentBlockState(_PROSE if fenced else _FENCED)
            self.setFormat(0, len(text), mark)
            return
        self.setCurrentBlockState(_FENCED if fenced else _PROSE)
        if fenced or len(text) > _LONGEST:
            if fenced:
                self.setFormat(0, len(text), code)
            return
        heading = _HEADING.match(text)
        if heading:
            self.setFormat(0, len(text), strong)
            self.setFormat(0, heading.end(), mark)
        listed = _LIST.match(text)
        if listed:
            self.setFormat(0, listed.end(), mark)
        for found in _BOLD.finditer(text):
            self.setFormat(found.start(), found.end() - found.start(), strong)
            self.setFormat(found.start(), 2, mark)
            self.setFormat(found.end() - 2, 2, mark)
        for found in _CODE.finditer(text):
            self.setFormat(found.start(), found.end() - found.start(), code)


def _formats(tokens: Tokens) -> tuple[QTextCharFormat, QTextCharFormat, QTextCharFormat]:
    mark, strong, code = QTextCharFormat(), QTextCharFormat(), QTextCharFormat()
    mark.setForeground(QColor(tokens.text_3))
    strong.setForeground(QColor(tokens.text))
    strong.setFontWeight(QFont.Weight.Bold)
    code.setForeground(QColor(tokens.accent_text))
    return mark, strong, code
