"""A query as conditions of SQL: each term one condition, its values always parameters."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import assert_never

from mailbox_gui.core.message.ids import is_id
from mailbox_gui.core.message.query import FieldIs, Query, State, Term, When, Words
from mailbox_gui.core.read_models.debt_lists import OWED_HEIGHTS
from mailbox_gui.core.read_models.folding import fold_term
from mailbox_gui.core.read_models.lines import first_height_since
from mailbox_gui.core.read_models.messages import TAKEN
from mailbox_gui.core.read_models.moments_sql import to_milliseconds

# What a query asks beyond a message's columns is joined only where it is asked; see `search`.
_ID_IS = f"((m.id = ? AND m.{TAKEN}) OR (m.id = ? AND m.verdict = 'rejected' AND m.id <> ''))"
_COLUMNS = {"kind": "kind", "requires": "requires", "verdict": "verdict", "check": "check_name"}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a query means depends on: `now` in the reader's time zone, and the heights of all unread messages."""

    now: datetime
    unread: Collection[int] = ()


@dataclass(slots=True)
class Conditions:
    """The conditions of a query. `first` and `last` bound the height; `terms` are folded texts that must occur.

    `sql` speaks of `m` (message) and, when `texts` is set, of `s` (searchable). `agents` are names of which each must
    be sender or recipient.
    """

    sql: list[str] = field(default_factory=list)
    parameters: list[object] = field(default_factory=list)
    terms: list[str] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)
    texts: bool = False
    first: int | None = None
    last: int | None = None

    def require(self, sql: str, *parameters: object, negated: bool = False) -> None:
        """Adds a condition, or its opposite."""
        self.sql.append(f"NOT ({sql})" if negated else sql)
        self.parameters.extend(parameters)


def conditions_of(query: Query, connection: sqlite3.Connection, surroundings: Surroundings) -> Conditions:
    """The conditions of a query, with moments turned into heights of the journal."""
    made = Conditions()
    for term in query.terms:
        _add(term, made, connection, surroundings)
    return made


def _add(term: Term, made: Conditions, connection: sqlite3.Connection, surroundings: Surroundings) -> None:
    match term:
        case Words(text, negated):
            _add_words(fold_term(text), "(instr(s.topic, ?) OR instr(s.rest, ?))", 2, made, negated=negated)
        case FieldIs("topic", value, negated):
            _add_words(fold_term(value), "instr(s.topic, ?)", 1, made, negated=negated)
        case FieldIs():
            _add_field(term, made)
        case When(side, point, negated):
            height = first_height_since(connection, to_milliseconds(point.at(surroundings.now)))
            if (side == "after") is not negated:
                made.first = max(height, made.first or 0)
            else:
                made.last = height - 1 if made.last is None else min(height - 1, made.last)
        case State():
            _add_state(term, made, surroundings)
        case _:
            assert_never(term)


def _add_state(term: State, made: Conditions, surroundings: Surroundings) -> None:
    match term.state:
        case "unread":
            heights = json.dumps(list(surroundings.unread))
            made.require("m.height IN (SELECT value FROM json_each(?))", heights, negated=term.negated)
        case "owed":
            made.require(f"m.height IN ({OWED_HEIGHTS})", negated=term.negated)
        case _:
            assert_never(term.state)


def _add_words(text: str, sql: str, places: int, made: Conditions, *, negated: bool) -> None:
    if not text:
        return
    made.texts = True
    made.require(sql, *[text] * places, negated=negated)
    if not negated:
        made.terms.append(text)


def _add_field(term: FieldIs, made: Conditions) -> None:
    value, negated = term.value.casefold(), term.negated
    match term.field:
        case "from":
            made.require("m.sender = ?", value, negated=negated)
        case "to":
            made.require("m.recipient = ?", value, negated=negated)
        case "agent":
            made.require("(m.sender = ? OR m.recipient = ?)", value, value, negated=negated)
            if not negated:
                made.agents.append(value)
        case "kind" | "requires" | "verdict" | "check":
            made.require(f"m.{_COLUMNS[term.field]} = ?", value, negated=negated)
            if term.field == "check" and not negated:
                # As the condition of the index on it.
                made.require("m.check_name <> ''")
        case "signer":
            sql = "(substr(m.author, 1, ?) = ? OR substr(m.session, 1, ?) = ?)"
            made.require(sql, len(value), value, len(value), value, negated=negated)
        case "ref":
            _add_id("m.ref = ?", 1, "m.ref", term, made)
        case "id":
            _add_id(_ID_IS, 2, "m.id", term, made)
        case "topic":
            raise AssertionError("a topic is text")
        case _:
            assert_never(term.field)


def _add_id(exact: str, places: int, column: str, term: FieldIs, made: Conditions) -> None:
    """A whole id is looked up; a part of one, such as its last digits, is looked for."""
    if is_id(term.value):
        made.require(exact, *[term.value] * places, negated=term.negated)
    else:
        made.require(f"instr(lower({column}), ?)", term.value.casefold(), negated=term.negated)
