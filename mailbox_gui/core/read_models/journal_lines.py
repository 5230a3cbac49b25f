"""The journal as a list: every line, of messages and of everything else, the newest first."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from mailbox_gui.core.read_models.moments_sql import from_milliseconds
from mailbox_gui.core.read_models.rows import COLUMNS, MessageRow, message_row
from mailbox_gui.core.read_models.search import snapshot


@dataclass(frozen=True, slots=True)
class LineRow:
    """A line of the journal. `about` is whom or what a line that is no message's speaks of, `said` the text it carries.

    Heights have no gaps: the line at place n of the whole list, the newest being 0, has the height last − n.
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
        found = connection.execute(f"SELECT {COLUMNS} FROM message WHERE height < ? AND height >= ?", bounds)
        messages = {values[0]: message_row(values) for values in found}
        others = connection.execute(
            "SELECT height, at, type, about, said FROM line WHERE height < ? AND height >= ? ORDER BY height DESC",
            bounds,
        ).fetchall()
    return [
        LineRow(height, messages[height].at if height in messages else from_milliseconds(at), kind, about, said,
                messages.get(height))
        for height, at, kind, about, said in others
    ]  # fmt: skip


def last_height(connection: sqlite3.Connection) -> int:
    """The height of the newest line: the length of the list."""
    return int(connection.execute("SELECT ifnull(max(height), 0) FROM line").fetchone()[0])
