"""Numbers with their word: one line, two lines."""

from __future__ import annotations


def counted(number: int, word: str) -> str:
    """`1 line`, `1,204 lines`; the word is one that takes an s."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
