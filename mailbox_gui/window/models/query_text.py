"""The search text as the pieces it is made of, so that each can be shown as a chip and taken out again."""

from __future__ import annotations

import re

_PIECE = re.compile(r'(?:[^\s"]|"[^"]*(?:"|$))+')
_ICONS = {
    "kind": "tag",
    "verdict": "funnel-simple",
    "before": "calendar-blank",
    "after": "calendar-blank",
    "topic": "text-t",
    "check": "x-circle",
    "id": "hash",
    "ref": "link-simple",
    "requires": "user",
    "signer": "pen-nib",
    "is": "envelope-simple",
    "from": "user",
    "to": "user",
    "agent": "user",
}


def pieces(text: str) -> list[str]:
    """The pieces of a query, quotes kept together."""
    return _PIECE.findall(text)


def without(text: str, place: int) -> str:
    """The query without the piece at that place."""
    return " ".join(piece for at, piece in enumerate(pieces(text)) if at != place)


def chip_words(piece: str) -> tuple[str, str]:
    """What the chip of a piece says, and its icon."""
    minus = "not " if piece.startswith("-") and len(piece) > 1 else ""
    rest = piece[1:] if minus else piece
    field, colon, value = rest.partition(":")
    if colon and value and field.lower() in _ICONS:
        return f"{minus}{field.lower()} {value.strip(chr(34))}", _ICONS[field.lower()]
    return f"{minus}{rest.strip(chr(34)) or rest}", "quotes"


def free_words(text: str) -> tuple[str, ...]:
    """The words that are looked for in topic, body and reason, for marking them."""
    found = []
    for piece in pieces(text):
        field, colon, value = piece.partition(":")
        if piece.startswith("-") and len(piece) > 1:
            continue
        if colon and value and field.lower() in _ICONS:
            if field.lower() == "topic":
                found.append(value.strip('"'))
        else:
            found.append(piece.strip('"'))
    return tuple(word for word in found if word)
