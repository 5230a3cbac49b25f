"""Search: which messages a query means, the newest first, paged by height and never by rank or offset."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from mailbox_gui.core.message.query import Query
from mailbox_gui.core.read_models.conditions import Conditions, Surroundings, conditions_of
from mailbox_gui.core.read_models.rows import COLUMNS, MessageRow, rows
from mailbox_gui.core.read_models.searchable import indexed_height
from mailbox_gui.core.read_models.trigrams import TRIGRAM, match_expression

_NO_LIMIT: Final = -1
# For a term too short for trigrams so many of the newest texts are looked at first: most short terms are in most texts.
_LOOKED_AT_FIRST: Final = 2_000


def search(
    connection: sqlite3.Connection,
    query: Query,
    surroundings: Surroundings,
    *,
    before: int | None = None,
    limit: int = 200,
) -> list[MessageRow]:
    """A page of the messages that `query` means: up to `limit` below height `before`, the newest first."""
    with snapshot(connection):
        heights = matching_heights(connection, query, surroundings, before=before, limit=limit)
        return rows_at(connection, heights)


def matching_heights(
    connection: sqlite3.Connection,
    query: Query,
    surroundings: Surroundings,
    *,
    before: int | None = None,
    after: int = 0,
    limit: int | None = None,
) -> list[int]:
    """Only the heights of what `search` would list; all of them when `limit` is None. Only those above `after`, by
    which an answer that is shown is asked for what came since.
    """
    with snapshot(connection):
        found: list[int] = []
        for part in _parts(connection, conditions_of(query, connection, surroundings), before, after):
            left = _NO_LIMIT if limit is None else limit - len(found)
            found += part.heights(connection, left)
            if limit is not None and len(found) >= limit:
                break
        return found


def count(connection: sqlite3.Connection, query: Query, surroundings: Surroundings, *, most: int | None = None) -> int:
    """How many messages `query` means: the length of the list that `search` pages through.

    With `most` no more than that many are counted, which a word in every message makes worth while.
    """
    with snapshot(connection):
        total = 0
        for part in _parts(connection, conditions_of(query, connection, surroundings)):
            total += part.count(connection, _NO_LIMIT if most is None else most - total)
            if most is not None and total >= most:
                break
        return total


def rows_at(connection: sqlite3.Connection, heights: list[int]) -> list[MessageRow]:
    """The rows at these heights (of messages), the newest first."""
    found: list[MessageRow] = []
    for start in range(0, len(heights), 500):
        some = heights[start : start + 500]
        places = ",".join("?" * len(some))
        sql = f"SELECT {COLUMNS} FROM message WHERE height IN ({places}) ORDER BY height DESC"
        found += rows(connection.execute(sql, some))
    return found


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """All reads inside see the index at one moment."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("COMMIT")


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of the answer: all matches in it are newer than all in the next piece.

    `agent` is a name that is sender or recipient of all matches, where looking them up by it is worth while.
    """

    sources: str
    where: str
    parameters: tuple[object, ...]
    order: str
    agent: str | None = None

    def heights(self, connection: sqlite3.Connection, limit: int) -> list[int]:
        select = f"SELECT {self.order} FROM {self.sources} WHERE {self.where}"
        parameters = self.parameters
        if self.agent is not None:
            # An OR over two columns is answered in no order; two ordered answers are merged as they are read.
            select = f"{select} AND m.sender = ? UNION {select} AND m.recipient = ?"
            parameters = (*parameters, self.agent) * 2
        found = connection.execute(f"{select} ORDER BY 1 DESC LIMIT ?", (*parameters, limit))
        return [row[0] for row in found]

    def count(self, connection: sqlite3.Connection, most: int) -> int:
        sql = f"FROM {self.sources} WHERE {self.where}"
        if most == _NO_LIMIT:
            found = connection.execute(f"SELECT count(*) {sql}", self.parameters)
        else:
            found = connection.execute(f"SELECT count(*) FROM (SELECT 1 {sql} LIMIT ?)", (*self.parameters, most))
        return int(found.fetchone()[0])


def _parts(
    connection: sqlite3.Connection, conditions: Conditions, before: int | None = None, after: int = 0
) -> Iterator[_Part]:
    """The texts that have no trigrams yet are looked at one by one, all others found by their trigrams."""
    first = max(conditions.first or 0, after + 1)
    last = conditions.last
    if before is not None:
        last = before - 1 if last is None else min(last, before - 1)
    if not conditions.terms:
        yield _looking(conditions, first, last)
        return
    indexed = indexed_height(connection)
    if any(len(term) < TRIGRAM for term in conditions.terms):
        top = indexed if last is None else min(last, indexed)
        indexed = max(0, top - _LOOKED_AT_FIRST)
    if last is None or last > indexed:
        yield _looking(conditions, max(first, indexed + 1), last)
        last = indexed
    if first > last or last == 0:
        return
    expression = match_expression(connection, conditions.terms)
    if expression is None:
        yield _looking(conditions, first, last)
    elif expression:
        yield _by_trigrams(expression, conditions, first, last)


def _looking(conditions: Conditions, first: int, last: int | None) -> _Part:
    sources = "message AS m CROSS JOIN searchable AS s ON s.height = m.height" if conditions.texts else "message AS m"
    bounds, limits = _bounds("m.height", first, last)
    where = " AND ".join([*bounds, *conditions.sql]) or "1"
    agent = conditions.agents[0] if conditions.agents else None
    return _Part(sources, where, (*limits, *conditions.parameters), "m.height", agent)


def _by_trigrams(expression: str, conditions: Conditions, first: int, last: int) -> _Part:
    sources = (
        "trigram AS t CROSS JOIN searchable AS s ON s.height = t.rowid CROSS JOIN message AS m ON m.height = t.rowid"
    )
    bounds, limits = _bounds("t.rowid", first, last)
    where = " AND ".join(["t.trigram MATCH ?", *bounds, *conditions.sql])
    return _Part(sources, where, (expression, *limits, *conditions.parameters), "t.rowid")


def _bounds(column: str, first: int, last: int | None) -> tuple[list[str], list[object]]:
    bounds: list[str] = []
    limits: list[object] = []
    if first > 0:
        bounds.append(f"{column} >= ?")
        limits.append(first)
    if last is not None:
        bounds.append(f"{column} <= ?")
        limits.append(last)
    return bounds, limits
