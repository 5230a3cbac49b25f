"""How many messages a query finds hour by hour and verdict by verdict, whatever it says of verdict and range.

A query of nothing, or of one sender, recipient or kind, is answered out of the counts by the hour; any other in parts,
each of which takes some milliseconds, the newest first.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from mailbox_gui.core.message.query import FieldIs, Query, When
from mailbox_gui.core.read_models.conditions import Surroundings, conditions_of
from mailbox_gui.core.read_models.moments_sql import to_milliseconds
from mailbox_gui.core.read_models.search import matching_heights, snapshot
from mailbox_gui.core.read_models.tallies import HOUR

_TALLIED: Final = frozenset({"from", "to", "kind"})
# Heights a part: what is typed meanwhile waits for no more than one.
PART: Final = 5_000


@dataclass(slots=True)
class Tally:
    """`hours`: how many by hour (since 1970, UTC) and verdict; `inside`: by verdict, within the query's own range.

    `before` is the height below which the next part begins, None when nothing is missing.
    """

    hours: Counter[tuple[int, str]] = field(default_factory=Counter)
    inside: Counter[str] = field(default_factory=Counter)
    before: int | None = None

    def add(self, part: Tally) -> None:
        """Takes the next part up. In place: a whole history has hundreds of parts."""
        self.hours.update(part.hours)
        self.inside.update(part.inside)
        self.before = part.before


def without_range_and_verdict(query: Query) -> Query:
    """The query whose messages are counted: its verdict stays apart, and the range is what the histogram chooses."""
    kept = (
        term
        for term in query.terms
        if not isinstance(term, When) and not (isinstance(term, FieldIs) and term.field == "verdict")
    )
    return replace(query, terms=tuple(kept))


def histogram(
    connection: sqlite3.Connection, query: Query, surroundings: Surroundings, before: int | None = None
) -> Tally:
    """The counts, or the part of them below the height `before`."""
    with snapshot(connection):
        ranged = conditions_of(
            replace(query, terms=tuple(term for term in query.terms if isinstance(term, When))),
            connection,
            surroundings,
        )
        first, last = ranged.first or 0, ranged.last
        counted = without_range_and_verdict(query)
        facet = _facet(counted)
        if facet is not None:
            return _tallied(connection, facet, query, surroundings, (first, last))
        heights = matching_heights(connection, counted, surroundings, before=before, limit=PART)
        return _counted(connection, heights, first, last)


def span(connection: sqlite3.Connection) -> tuple[int, int] | None:
    """The moments of the first and last message, in milliseconds since 1970; None without any."""
    first, last = connection.execute(
        "SELECT (SELECT at FROM message ORDER BY height LIMIT 1), (SELECT at FROM message ORDER BY height DESC LIMIT 1)"
    ).fetchone()
    return None if first is None else (int(first), int(last))


def _facet(query: Query) -> str | None:
    """Under which facet the messages of a query are counted; None when under none."""
    match query.terms:
        case ():
            return ""
        case (FieldIs(field, value, False),) if field in _TALLIED:
            return f"{field}:{value.casefold()}"
        case _:
            return None


def _tallied(
    connection: sqlite3.Connection,
    facet: str,
    query: Query,
    surroundings: Surroundings,
    bounds: tuple[int, int | None],
) -> Tally:
    conditions = conditions_of(without_range_and_verdict(query), connection, surroundings)
    condition = " AND ".join(conditions.sql) or "1", tuple(conditions.parameters)
    found = connection.execute("SELECT hour, verdict, count FROM tally WHERE facet = ? AND count > 0", (facet,))
    hours = Counter({(hour, verdict): count for hour, verdict, count in found})
    return Tally(hours, _inside(connection, hours, condition, query, surroundings, bounds))


def _inside(
    connection: sqlite3.Connection,
    hours: Mapping[tuple[int, str], int],
    condition: tuple[str, tuple[object, ...]],
    query: Query,
    surroundings: Surroundings,
    bounds: tuple[int, int | None],
) -> Counter[str]:
    """By verdict within the range: whole hours out of the counts, the hours at its edges by looking at them."""
    after, before = edges(query, surroundings)
    counted: Counter[str] = Counter()
    cut = {moment // HOUR for moment in (after, before) if moment is not None and moment % HOUR}
    low = None if after is None else after // HOUR
    high = None if before is None else -(-before // HOUR)
    for (hour, verdict), count in hours.items():
        if hour not in cut and (low is None or hour >= low) and (high is None or hour < high):
            counted[verdict] += count
    first, last = bounds
    where, parameters = condition
    for hour in cut:
        start, end = _heights_of(connection, hour)
        begin, stop = max(first, start), end if last is None else min(last, end)
        sql = f"SELECT m.verdict, count(*) FROM message AS m WHERE m.height BETWEEN ? AND ? AND {where} GROUP BY 1"
        counted.update(dict(connection.execute(sql, (begin, stop, *parameters)).fetchall()))
    return counted


def edges(query: Query, surroundings: Surroundings) -> tuple[int | None, int | None]:
    """The range a query names: from when (milliseconds since 1970) and before when."""
    after: int | None = None
    before: int | None = None
    for term in query.terms:
        if isinstance(term, When):
            at = to_milliseconds(term.point.at(surroundings.now))
            if (term.side == "after") is not term.negated:
                after = at if after is None else max(after, at)
            else:
                before = at if before is None else min(before, at)
    return after, before


def _heights_of(connection: sqlite3.Connection, hour: int) -> tuple[int, int]:
    """The first and last height of an hour; the last below the first without any."""
    sql = "SELECT ifnull(min(height), 1), ifnull(max(height), 0) FROM line WHERE at >= ? AND at < ?"
    first, last = connection.execute(sql, (hour * HOUR, (hour + 1) * HOUR)).fetchone()
    return int(first), int(last)


def _counted(connection: sqlite3.Connection, heights: list[int], first: int, last: int | None) -> Tally:
    sql = f"""
    SELECT at / {HOUR}, verdict, height >= ? AND (? IS NULL OR height <= ?), count(*) FROM message
    WHERE height IN (SELECT value FROM json_each(?)) GROUP BY 1, 2, 3
    """
    hours: Counter[tuple[int, str]] = Counter()
    inside: Counter[str] = Counter()
    for hour, verdict, within, count in connection.execute(sql, (first, last, last, json.dumps(heights))):
        hours[hour, verdict] += count
        if within:
            inside[verdict] += count
    return Tally(hours, inside, heights[-1] if len(heights) == PART else None)
