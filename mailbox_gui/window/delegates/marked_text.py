"""One line of text in which the words that were searched for stand out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from mailbox_gui.window.draw.canvas import Canvas, fitted, text_width


def marked_text(canvas: Canvas, rect: QRectF, text: str, font: QFont, ink: str, words: Sequence[str]) -> None:
    """Draw the line elided; every occurrence of a word (casefolded) lies on the search mark."""
    if rect.width() <= 0:
        return
    if words:
        shown, _ = fitted(text, font, rect.width())
        for start, end in occurrences(shown, words):
            left = rect.x() + text_width(shown[:start], font)
            width = text_width(shown[start:end], font)
            box = QRectF(left - 1, rect.center().y() - 9, width + 2, 18)
            canvas.box(box, 2, fill=canvas.tokens.mark)
    canvas.text(rect, text, font, ink)


def occurrences(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Where the words stand in the text, sorted and merged. Words are casefolded."""
    folded = text.casefold()
    if len(folded) != len(text):
        # Rare letters change their length when folded (ß, ligatures): then case counts, and places are right.
        folded = text
    found: list[tuple[int, int]] = []
    for word in words:
        at = folded.find(word)
        while at >= 0:
            found.append((at, at + len(word)))
            at = folded.find(word, at + len(word))
    found.sort()
    merged: list[tuple[int, int]] = []
    for start, end in found:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
