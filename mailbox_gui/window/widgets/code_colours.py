"""Colours the code blocks of a dressed document; never green, amber or red, which mean verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtGui import QColor, QTextBlock, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat

from mailbox_gui.window.models.code_spans import LONGEST, MOST, Part, code_spans
from mailbox_gui.window.theme.tokens import Tokens
from mailbox_gui.window.widgets.markdown import blocks, is_code

# On the code's ground, text needs 4.5: light, dark.
STRINGS: Final = ("#6A3AA8", "#C9ABF7")
NUMBERS: Final = ("#0A6570", "#7FD0DA")


def colour_code(document: QTextDocument, tokens: Tokens) -> None:
    """Keywords, strings and numbers of all code blocks whose fence names a language, up to a length."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    length, count = 0, 0
    for lines in _code(document):
        text = "\n".join(line.text() for line in lines)
        language = str(lines[0].blockFormat().property(QTextFormat.Property.BlockCodeLanguage) or "")
        length += len(text)
        if length > LONGEST:
            break
        at, units = 0, lines[0].position()
        for start, size, part in code_spans(language, text):
            # A document counts UTF-16 units, a text of ours characters.
            units += _units(text[at:start])
            at = start + size
            cursor.setPosition(units)
            units += _units(text[start:at])
            cursor.setPosition(units, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(_format(part, tokens))
            count += 1
            if count >= MOST:
                cursor.endEditBlock()
                return
    cursor.endEditBlock()


def _code(document: QTextDocument) -> Iterator[list[QTextBlock]]:
    """The lines of each code block: neighbours of the same language."""
    lines: list[QTextBlock] = []
    for block in blocks(document):
        if is_code(block):
            lines.append(block)
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _format(part: Part, tokens: Tokens) -> QTextCharFormat:
    form = QTextCharFormat()
    match part:
        case "keyword":
            form.setForeground(QColor(tokens.accent_text))
        case "string":
            form.setForeground(QColor(STRINGS[tokens.dark]))
        case "number":
            form.setForeground(QColor(NUMBERS[tokens.dark]))
    return form
