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

    `condition` is SQL with a place for each of `parameters`, which may come from outside, and `index` the one that
    answers it (SQLite knows nothing of the data and would take another). `order` is the height that the list is
    sorted and paged by: `height`, or `decided_height` where the list is of decisions.
    """

    index: str
    condition: str
    parameters: tuple[object, ...] = ()
    order: str = "height"

    def page(self, connection: sqlite3.Connection, before: int | None = None, limit: int = 200) -> list[MessageRow]:
        """Up to `limit` rows below the height `before` (of `order`), the newest first; from the newest when None."""
        below, bound = ("", ()) if before is None else (f" AND {self.order} < ?", (before,))
        sql = f"SELECT {COLUMNS} {self._from}{below} ORDER BY {self.order} DESC LIMIT ?"
        return rows(connection.execute(sql, (*self.parameters, *bound, limit)))

    def oldest(self, connection: sqlite3.Connection, after: int = 0, limit: int = 200) -> list[MessageRow]:
        """Up to `limit` rows above the height `after`, the oldest first."""
        sql = f"SELECT {COLUMNS} {self._from} AND {self.order} > ? ORDER BY {self.order} LIMIT ?"
        return rows(connection.execute(sql, (*self.parameters, after, limit)))

    def count(self, connection: sqlite3.Connection) -> int:
        """How many rows the list has."""
        return int(connection.execute(f"SELECT count(*) {self._from}", self.parameters).fetchone()[0])

    @property
    def _from(self) -> str:
        return f"FROM message INDEXED BY {self.index} WHERE {self.condition}"

    def between(self, first: int, beyond: int) -> Listing:
        """The part of the list from the height `first` (of `order`) to before `beyond`."""
        condition = f"{self.condition} AND {self.order} >= ? AND {self.order} < ?"
        return Listing(self.index, condition, (*self.parameters, first, beyond), self.order)

    def since(self, connection: sqlite3.Connection, moment: datetime) -> Listing:
        """The part of the list from the first journal line at or after `moment`."""
        height = first_height_since(connection, to_milliseconds(moment))
        return Listing(self.index, f"{self.condition} AND {self.order} >= ?", (*self.parameters, height), self.order)
