"""Text that SQLite can keep: it is UTF-8 there, and a name or line from outside need not be."""

from __future__ import annotations


def storable(text: str) -> str:
    """`text` as SQLite can keep it: lone surrogates, which UTF-8 has no place for, are spelled out."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode()
    return text
