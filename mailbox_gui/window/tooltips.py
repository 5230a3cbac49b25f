"""Tooltips that show their text to the letter."""

from __future__ import annotations

from html import escape


def plain_tooltip(text: str) -> str:
    """A tooltip of the text as it is; Qt would read anything like a tag as markup."""
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>" if text else ""
