"""The language of the search field: any text a person types means something, and none is an error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from mailbox_gui.core.message.moments import parse_moment

FieldName = Literal["from", "to", "agent", "kind", "topic", "requires", "verdict", "check", "signer", "ref", "id"]
FIELDS: Final[tuple[FieldName, ...]] = (
    "from",
    "to",
    "agent",
    "kind",
    "topic",
    "requires",
    "verdict",
    "check",
    "signer",
    "ref",
    "id",
)
# SQLite limits the depth of an expression; nobody types that many terms, but a page may be pasted.
MOST_TERMS: Final = 64


@dataclass(frozen=True, slots=True)
class Words:
    """Free text over topic, body and reason: one word, or a quoted phrase with its blanks. Never empty."""

    text: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class FieldIs:
    """`field:value`, the value as typed (never empty). `agent` means sender or recipient."""

    field: FieldName
    value: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class PointInTime:
    """A point in time as typed: a moment, the start of a local day, or so long ago. Exactly one is not None."""

    moment: datetime | None = None
    day: tuple[int, int, int] | None = None
    days_ago: int | None = None
    ago: timedelta | None = None

    def at(self, now: datetime) -> datetime:
        """The moment meant, where it is `now`; days begin at midnight of `now`'s time zone."""
        if self.moment is not None:
            return self.moment
        if self.ago is not None:
            return _earlier(now, self.ago)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        if self.day is not None:
            year, month, day = self.day
            return midnight.replace(year=year, month=month, day=day)
        return _earlier(midnight, timedelta(days=self.days_ago or 0))


@dataclass(frozen=True, slots=True)
class When:
    """`before:` (earlier than the point) or `after:` (at the point or later)."""

    side: Literal["before", "after"]
    point: PointInTime
    negated: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """`is:unread` (still in an inbox) or `is:owed`."""

    state: Literal["unread", "owed"]
    negated: bool = False


Term = Words | FieldIs | When | State


@dataclass(frozen=True, slots=True)
class Query:
    """Terms that must all hold; no term matches everything. `cut` when more were typed than are looked at."""

    terms: tuple[Term, ...] = ()
    cut: bool = False


# One term as it is typed. A quoted phrase may lack its end: the person is still typing it.
TOKEN: Final = re.compile(
    r"""(?P<minus>-(?=[^\s-]))?                       # "--once" is a word, not a double negation
        (?:(?P<field>[A-Za-z]+):(?=\S))?
        (?:"(?P<phrase>[^"]*)(?:"|\Z)|(?P<word>\S+))""",
    re.VERBOSE,
)
_DAY = re.compile(r"([0-9]{4})-([0-9]{1,2})(?:-([0-9]{1,2}))?")
_AGO = re.compile(r"([0-9]{1,5})([hdw])")
_UNITS: Final = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_NAMED_DAYS: Final = {"today": 0, "yesterday": 1}
_SURROGATE = re.compile("[\ud800-\udfff]")


def parse_query(text: str) -> Query:
    """What `text` asks for. Never raises: what is no known `field:value` is free text, to the letter."""
    # No index can be asked for half a character.
    text = _SURROGATE.sub("\ufffd", text)
    terms: list[Term] = []
    for match in TOKEN.finditer(text):
        term = _term(match)
        if term is None:
            continue
        if len(terms) == MOST_TERMS:
            return Query(tuple(terms), cut=True)
        terms.append(term)
    return Query(tuple(terms))


def _term(match: re.Match[str]) -> Term | None:
    negated = match["minus"] is not None
    field, phrase = match["field"], match["phrase"]
    value = match["word"] if phrase is None else phrase
    if field is not None:
        known = _field_term(field.lower(), value.strip(), negated=negated)
        if known is not None:
            return known
        return Words(match.group()[1:] if negated else match.group(), negated)
    if value.strip():
        return Words(value if phrase is None else value.strip(), negated)
    # An empty phrase asks for nothing; a lone quote mark is a character like any other.
    return Words('"', negated) if match.group().endswith('"') and match.group().count('"') == 1 else None


def _field_term(field: str, value: str, *, negated: bool) -> Term | None:
    """The term of a known field with a value it can have; None makes it free text."""
    if not value:
        return None
    if field == "is":
        match value.lower():
            case "unread" | "owed" as state:
                return State(state, negated)
            case _:
                return None
    if field in {"before", "after"}:
        point = point_in_time(value)
        return None if point is None else When("before" if field == "before" else "after", point, negated)
    for name in FIELDS:
        if name == field:
            return FieldIs(name, value, negated)
    return None


def point_in_time(text: str) -> PointInTime | None:
    """What `before:` and `after:` take; None for anything else."""
    word = text.lower()
    if word in _NAMED_DAYS:
        return PointInTime(days_ago=_NAMED_DAYS[word])
    if ago := _AGO.fullmatch(word):
        return PointInTime(ago=int(ago[1]) * _UNITS[ago[2]])
    if day := _DAY.fullmatch(text):
        named = (int(day[1]), int(day[2]), int(day[3] or 1))
        return PointInTime(day=named) if _is_day(named) else None
    try:
        return PointInTime(moment=parse_moment(text))
    except ValueError:
        return None


def _is_day(day: tuple[int, int, int]) -> bool:
    try:
        datetime(*day)  # noqa: DTZ001 - only whether the calendar has that day is asked
    except ValueError:
        return False
    return True


def _earlier(moment: datetime, by: timedelta) -> datetime:
    try:
        return moment - by
    except OverflowError:
        return datetime.min.replace(tzinfo=moment.tzinfo)
