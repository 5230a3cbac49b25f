"""What the search field offers while a query is typed: fields, then their values, and the searches that were kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from mailbox_gui.core.message.faults import CHECK_NAMES
from mailbox_gui.core.message.kinds import KINDS, REQUIRES
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.query import TOKEN

MOST: Final = 12
_FIELDS: Final = (
    ("from:", "who wrote it"),
    ("to:", "whom it went to"),
    ("agent:", "sender or recipient"),
    ("kind:", "task, question, report …"),
    ("verdict:", "accepted, held, rejected …"),
    ("check:", "which check refused it"),
    ("topic:", "words of the topic alone"),
    ("requires:", "what it asks for"),
    ("after:", "a day, or so long ago"),
    ("before:", "a day, or so long ago"),
    ("is:", "unread, owed"),
    ("ref:", "what it answers"),
    ("signer:", "the key's beginning"),
    ("id:", "the message's id"),
)
_MOMENTS: Final = (
    ("today", "since midnight"), ("yesterday", ""), ("1h", "an hour ago"), ("24h", "a day ago"), ("7d", "a week ago"),
    ("30d", "a month ago"),
)  # fmt: skip
_VERDICTS: Final = ("accepted", "held", "rejected", "approved", "declined", "decision")


@dataclass(frozen=True, slots=True)
class Offer:
    """`text` takes the place of the query from `start` to before `end`; `hint` says what it is.

    `whole`: the query is finished by it, and asked at once.
    """

    text: str
    hint: str
    start: int
    end: int
    whole: bool = False


def offers(text: str, cursor: int, names: Sequence[str], kept: Mapping[str, str]) -> tuple[Offer, ...]:
    """What can be meant by the term at the cursor; in an empty field the kept searches and all fields."""
    if not text.strip():
        searches = [Offer(query, name, 0, len(text), whole=True) for name, query in kept.items()]
        return (*searches[:MOST], *(Offer(field, hint, 0, len(text)) for field, hint in _FIELDS))
    start, end = _term_at(text, cursor)
    typed = text[start:cursor]
    minus = len(typed) - len(typed.removeprefix("-"))
    word = typed[minus:].lower()
    field, colon, value = word.partition(":")
    if colon:
        known = _values(field, names)
        found = [(each, hint) for each, hint in known if each.startswith(value.strip('"')) and each != value]
        start += minus + len(field) + 1
    elif word and not word.startswith('"'):
        found = [(each, hint) for each, hint in _FIELDS if each.startswith(word)]
        start += minus
    else:
        found = []
    made = [Offer(each, hint, start, end) for each, hint in found]
    if word and not minus and not colon:
        made += [
            Offer(query, name, 0, len(text), whole=True) for name, query in kept.items() if word in name.casefold()
        ]
    return tuple(made[:MOST])


def accepted(text: str, offer: Offer) -> tuple[str, int]:
    """The query with an offer taken, and where the cursor stands then. A value is followed by a blank."""
    taken = offer.text if offer.whole or offer.text.endswith(":") else f"{offer.text} "
    rest = text[offer.end :]
    if taken.endswith(" ") and rest.startswith(" "):
        rest = rest[1:]
    return f"{text[: offer.start]}{taken}{rest}", offer.start + len(taken)


def _term_at(text: str, cursor: int) -> tuple[int, int]:
    for match in TOKEN.finditer(text):
        if match.start() <= cursor <= match.end():
            return match.start(), match.end()
    return cursor, cursor


def _values(field: str, names: Sequence[str]) -> Sequence[tuple[str, str]]:
    match field:
        case "from" | "to" | "agent":
            everybody = dict.fromkeys((*names, OWNER))
            return [(name, "") for name in everybody]
        case "kind":
            return [(kind, "") for kind in KINDS]
        case "requires":
            return [(each, "") for each in REQUIRES]
        case "verdict":
            return [(each, "") for each in _VERDICTS]
        case "check":
            return [(each, "") for each in CHECK_NAMES]
        case "after" | "before":
            return _MOMENTS
        case "is":
            return (("unread", "still in an inbox"), ("owed", "a debt that is open"))
        case _:
            return ()


def coloured(text: str) -> tuple[tuple[int, int], ...]:
    """Where the values of known fields stand in a query, as start and length."""
    known = {field for field, _ in _FIELDS}
    return tuple(
        (match.start() + len(head), len(match.group()) - len(head))
        for match in TOKEN.finditer(text)
        if match["field"] is not None
        and f"{match['field'].lower()}:" in known
        and (head := f"{match['minus'] or ''}{match['field']}:")
    )
