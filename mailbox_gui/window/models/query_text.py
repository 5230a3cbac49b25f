"""The search text as the pieces it is made of, so that each can be shown as a chip, taken out, added and replaced."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from mailbox_gui.core.message.query import point_in_time
from mailbox_gui.window.draw.verdicts import MARKS
from mailbox_gui.window.moments import day

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
_PEOPLE = frozenset({"from", "to", "agent"})
_MOMENTS = frozenset({"after", "before"})
_PLAIN_DAY = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class ChipFace:
    """What the chip of a piece says and wears: an icon, or the avatar of `person`; `verdict` gives it a tone."""

    words: str
    icon: str
    person: str = ""
    verdict: str = ""


def pieces(text: str) -> list[str]:
    """The pieces of a query, quotes kept together."""
    return _PIECE.findall(text)


def without(text: str, place: int) -> str:
    """The query without the piece at that place."""
    return " ".join(piece for at, piece in enumerate(pieces(text)) if at != place)


def field_of(piece: str) -> str:
    """The known field that a piece is of, empty for free text."""
    field, colon, value = piece.removeprefix("-").partition(":")
    return field.lower() if colon and value and field.lower() in _ICONS else ""


def with_piece(text: str, piece: str) -> str:
    """The query and one piece more, unless it is there."""
    known = pieces(text)
    return text.strip() if piece in known else " ".join((*known, piece))


def replaced(text: str, fields: Collection[str], instead: Collection[str]) -> str:
    """The query with other pieces in the place of those that are of `fields`; at its end where there were none."""
    kept: list[str] = []
    place: int | None = None
    for piece in pieces(text):
        if field_of(piece) in fields:
            place = len(kept) if place is None else place
        else:
            kept.append(piece)
    place = len(kept) if place is None else place
    return " ".join((*kept[:place], *instead, *kept[place:]))


def with_range(text: str, after: str, before: str) -> str:
    """The query with this range, an empty side being open."""
    named = (f"after:{after}" if after else "", f"before:{before}" if before else "")
    return replaced(text, _MOMENTS, [piece for piece in named if piece])


def with_verdict(text: str, verdict: str) -> str:
    """The query with this verdict alone, or without any where that is what it asks for already."""
    chosen = f"verdict:{verdict}"
    asked = [piece for piece in pieces(text) if field_of(piece) == "verdict"]
    return replaced(text, {"verdict"}, () if asked == [chosen] else (chosen,))


def verdicts_of(text: str) -> tuple[str, ...]:
    """The verdicts that a query asks for."""
    return tuple(
        piece.partition(":")[2].strip('"').lower()
        for piece in pieces(text)
        if field_of(piece) == "verdict" and not piece.startswith("-")
    )


def quoted(value: str) -> str:
    """A value as it stands behind a field's colon."""
    return f'"{value}"' if re.search(r"\s", value) else value


def chip_words(piece: str) -> tuple[str, str]:
    """What the chip of a piece says, and its icon."""
    face = chip_face(piece)
    return face.words, face.icon


def chip_face(piece: str, now: datetime | None = None) -> ChipFace:
    """How a piece looks as a chip; with `now` a day is written as lists write it."""
    minus = "not " if piece.startswith("-") and len(piece) > 1 else ""
    rest = piece[1:] if minus else piece
    field = field_of(piece)
    if not field:
        return ChipFace(f"{minus}{rest.strip(chr(34)) or rest}", "quotes")
    value = rest.partition(":")[2].strip('"')
    icon = _ICONS[field]
    if field in _PEOPLE and value:
        return ChipFace(f"{minus}{field} {value}", icon, person=value.lower())
    if field == "verdict" and value.lower() in MARKS:
        mark = MARKS[value.lower()]
        return ChipFace(f"{minus}{mark.word}", mark.icon, verdict=mark.word)
    if field in _MOMENTS and now is not None and _PLAIN_DAY.fullmatch(value):
        point = point_in_time(value)
        if point is not None:
            moment = point.at(now.astimezone())
            named = day(moment, now)
            year = "" if named.endswith(str(moment.year)) else f" {moment.year}"
            return ChipFace(f"{minus}{field} {named}{year}", icon)
    return ChipFace(f"{minus}{field} {value}", icon)


def free_words(text: str) -> tuple[str, ...]:
    """The words that are looked for in topic, body and reason, for marking them."""
    found = []
    for piece in pieces(text):
        if piece.startswith("-") and len(piece) > 1:
            continue
        if not (field := field_of(piece)):
            found.append(piece.strip('"'))
        elif field == "topic":
            found.append(piece.partition(":")[2].strip('"'))
    return tuple(word for word in found if word)
