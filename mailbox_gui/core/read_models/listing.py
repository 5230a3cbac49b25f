"""A list and its count from one and the same condition, so that a badge can never disagree with what it counts."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from mailbox_gui.core.read_models.lines import first_height_since
from mailbox_gui.core.read_models.moments_sql import to_milliseconds
from mailbox_gui.core.read_models.rows import COLUMNS, MessageRow, rows


@dataclass(frozen=True, slots=True)
class Listing:
    """Messages that meet a condition. Each list of the program is one of these.

    `condition` is SQL with a place for each of `parameters`, which may come from outside; `order` is the height that
    the list is sorted and paged by: `height`, or `decided_height` where the list is of decisions.
    """

    condition: str
    parameters: tuple[object, ...] = ()
    order: str = "height"

    def page(self, connection: sqlite3.Connection, before: int | None = None, limit: int = 200) -> list[MessageRow]:
        """Up to `limit` rows below the height `before` (of `order`), the newest first; from the newest when None."""
        below, bound = ("", ()) if before is None else (f" AND {self.order} < ?", (before,))
        return rows(
            connection.execute(
                f"SELECT {COLUMNS} FROM message WHERE {self.condition}{below} ORDER BY {self.order} DESC LIMIT ?",
                (*self.parameters, *bound, limit),
            )
        )

    def oldest(self, connection: sqlite3.Connection, after: int = 0, limit: int = 200) -> list[MessageRow]:
        """Up to `limit` rows above the height `after`, the oldest first."""
        return rows(
            connection.execute(
                f"SELECT {COLUMNS} FROM message WHERE {self.condition} AND {self.order} > ? "
                f"ORDER BY {self.order} LIMIT ?",
                (*self.parameters, after, limit),
            )
        )

    def count(self, connection: sqlite3.Connection) -> int:
        """How many rows the list has."""
        found = connection.execute(f"SELECT count(*) FROM message WHERE {self.condition}", self.parameters)
        return int(found.fetchone()[0])

    def since(self, connection: sqlite3.Connection, moment: datetime) -> Listing:
        """The part of the list from the first journal line at or after `moment`."""
        height = first_height_since(connection, to_milliseconds(moment))
        return Listing(f"{self.condition} AND {self.order} >= ?", (*self.parameters, height), self.order)
