"""The journal as a list: every line, of messages and of everything else, the newest first."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from datetime import datetime
from operator import attrgetter
from typing import Final, NamedTuple

from mailbox_gui.core.read_models.moments_sql import from_milliseconds
from mailbox_gui.core.read_models.rows import COLUMNS, MessageRow, RowVerdict, message_row
from mailbox_gui.core.read_models.search import snapshot

# A message's own row says all of its line.
_OTHERS: Final = """
SELECT height, at, type, about, said FROM line
WHERE height < ? AND height >= ? AND type NOT IN ('accepted', 'held', 'rejected', 'decided')
"""
_TYPES: Final[Mapping[RowVerdict, str]] = {
    "accepted": "accepted",
    "held": "held",
    "approved": "held",
    "declined": "held",
    "rejected": "rejected",
    "decision": "decided",
}
_HEIGHT = attrgetter("height")


class LineRow(NamedTuple):
    """A line of the journal. `about` is whom or what a line that is no message's speaks of, `said` the text it carries.

    Heights have no gaps: the line at place n of the whole list, the newest being 0, has the height last − n. A named
    tuple for the reason that MessageRow is one.
    """

    height: int
    at: datetime
    type: str
    about: str
    said: str
    message: MessageRow | None


def lines(connection: sqlite3.Connection, before: int | None = None, limit: int = 200) -> list[LineRow]:
    """Up to `limit` lines below the height `before`, the newest first; from the newest when None."""
    with snapshot(connection):
        below = last_height(connection) + 1 if before is None else before
        bounds = (below, below - limit)
        found = connection.execute(f"SELECT {COLUMNS} FROM message WHERE height < ? AND height >= ?", bounds).fetchall()
        others = connection.execute(_OTHERS, bounds).fetchall()
    page = [LineRow(height, from_milliseconds(at), kind, about, said, None) for height, at, kind, about, said in others]
    page += [LineRow(row.height, row.at, _TYPES[row.verdict], "", "", row) for row in map(message_row, found)]
    page.sort(reverse=True, key=_HEIGHT)
    return page


def last_height(connection: sqlite3.Connection) -> int:
    """The height of the newest line: the length of the list."""
    return int(connection.execute("SELECT ifnull(max(height), 0) FROM line").fetchone()[0])
