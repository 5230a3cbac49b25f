"""What a query probably does not mean as it is typed: told beside the answer, since a query is never an error."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from mailbox_gui.core.message.faults import CHECK_NAMES
from mailbox_gui.core.message.kinds import KINDS, REQUIRES
from mailbox_gui.core.message.nearest import nearest
from mailbox_gui.core.message.query import FIELDS, MOST_TERMS, TOKEN, parse_query, point_in_time

_STATES: Final = ("unread", "owed")
_VERDICTS: Final = ("accepted", "held", "rejected", "approved", "declined", "decision")
# The checks, and what else a refusal is headed by.
_CHECKS: Final = (*CHECK_NAMES, "duplicate", "decision", "owner", "act")
_VOCABULARIES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "is": ("there is no such state", _STATES),
    "kind": ("there is no such kind", KINDS),
    "requires": ("nothing of that name can be required", REQUIRES),
    "verdict": ("there is no such verdict", _VERDICTS),
    "check": ("there is no such check", _CHECKS),
}
_PEOPLE: Final = frozenset({"from", "to", "agent"})
_MOMENTS: Final = frozenset({"before", "after"})
_ALL_FIELDS: Final = (*FIELDS, "before", "after", "is")
_WHEN: Final = "a day (2026-11-30, today, yesterday), a time ago (3h, 2d, 1w) or a moment (2026-11-30T12:00:00Z)"
_LONGEST_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class QueryNote:
    """What is said of the term that stands from `start` to before `end` of the query's text."""

    start: int
    end: int
    sentence: str


def noted_terms(text: str, names: Collection[str]) -> tuple[QueryNote, ...]:
    """The terms of `text` that cannot find what they seem to ask for, in order; see `query_notes`."""
    return tuple(
        QueryNote(match.start(), match.end(), note) for match in TOKEN.finditer(text) for note in _notes(match, names)
    )


def query_notes(text: str, names: Collection[str]) -> tuple[str, ...]:
    """One line for each term of the query `text` that cannot find what it seems to ask for; `names` take part here.

    "kind:nte: there is no such kind; did you mean note?" Foreign text in them is not escaped yet.
    """
    notes = list(dict.fromkeys(note.sentence for note in noted_terms(text, names)))
    if parse_query(text).cut:
        notes.append(f"only the first {MOST_TERMS} terms are looked at")
    return tuple(notes)


def _notes(match: re.Match[str], names: Collection[str]) -> Iterator[str]:
    typed, field, phrase = match.group().removeprefix("-"), match["field"], match["phrase"]
    shown = typed if len(typed) <= _LONGEST_SHOWN else f"{typed[:_LONGEST_SHOWN]}…"
    if phrase is not None and not typed.endswith('"'):
        yield f"{shown}: the quote is not closed; all that follows is one phrase"
    elif phrase == "" and field is None and typed == '"':
        yield f"{shown}: the quote is not closed"
    if field is not None:
        value = (match["word"] if phrase is None else phrase).strip()
        yield from _of_field(shown, field, value, names)
    elif phrase is None and typed.endswith(":") and typed[:-1].lower() in _ALL_FIELDS:
        yield f"{shown}: nothing follows the colon (no blank belongs there), so it is looked for as text"


def _of_field(shown: str, field: str, value: str, names: Collection[str]) -> Iterator[str]:
    name = field.lower()
    if name not in _ALL_FIELDS:
        # `https:` or `TODO:` is text; only what is nearly a field is worth a word.
        close = nearest(name, _ALL_FIELDS)
        if close:
            yield f"{shown}: there is no field of that name; did you mean {_either(f'{each}:' for each in close)}?"
        return
    if not value:
        yield f"{shown}: it names nothing, so it is looked for as text"
    elif name in _MOMENTS:
        if point_in_time(value) is None:
            yield f"{shown}: not a point in time, so it is looked for as text; write {_WHEN}"
    elif name in _PEOPLE:
        yield from _unless_known(shown, value, "nobody here is called so", tuple(names))
    elif name in _VOCABULARIES:
        yield from _unless_known(shown, value, *_VOCABULARIES[name])


def _unless_known(shown: str, value: str, wrong: str, known: tuple[str, ...]) -> Iterator[str]:
    if value.casefold() in known:
        return
    close = nearest(value, known)
    meant = f"did you mean {_either(close)}?" if close else f"there is {_either(known, 'and')}"
    yield f"{shown}: {wrong}; {meant}"


def _either(words: Iterator[str] | tuple[str, ...], last: str = "or") -> str:
    listed = list(words)
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} {last} {listed[-1]}"
