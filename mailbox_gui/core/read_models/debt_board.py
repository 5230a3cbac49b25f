"""The board of debts: one kind after the other in the order of their due, a page at a time, and what is counted."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from mailbox_gui.core.debts.debt import Debt, Kind
from mailbox_gui.core.read_models.debts import COLUMNS, LIVE, debts
from mailbox_gui.core.read_models.moments_sql import to_milliseconds

# `due`: what is overdue longest comes first. `opened`: what is owed longest.
Order = Literal["due", "opened"]
Side = Literal["after", "before"]

# More than this is never read at once.
MOST: Final = 2000
_FROM: Final = f"FROM debt INDEXED BY debt_board WHERE {LIVE}"
_KEYS: Final[dict[Order, str]] = {"due": "due, number", "opened": "number"}


@dataclass(frozen=True, slots=True)
class Sieve:
    """Which debts are meant: of one debtor, overdue at a moment, with words in what a card shows; None and '': all."""

    debtor: str | None = None
    overdue_at: datetime | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a debt stands in a column, whatever the order: its due in milliseconds and its number."""

    due: int
    number: int


@dataclass(frozen=True, slots=True)
class Count:
    """How many debts of a kind somebody owes somebody, and how many of them are overdue."""

    kind: Kind
    debtor: str
    creditor: str
    owed: int
    overdue: int


def spot_of(debt: Debt) -> Spot:
    """Where a live debt stands; each has a due."""
    return Spot(0 if debt.due is None else to_milliseconds(debt.due), debt.number)


def page(
    connection: sqlite3.Connection,
    kind: Kind,
    sieve: Sieve,
    order: Order = "due",
    *,
    spot: Spot | None = None,
    side: Side = "after",
    inclusive: bool = False,
    limit: int = 100,
) -> list[Debt]:
    """Live debts of a kind beside `spot` (None: from that end on), always in the board's order, MOST at a time."""
    where, bound = _conditions(sieve)
    if spot is not None:
        sign = (">" if side == "after" else "<") + ("=" if inclusive else "")
        if order == "due":
            where += f" AND (due, number) {sign} (?, ?)"
            bound += (spot.due, spot.number)
        else:
            where += f" AND number {sign} ?"
            bound += (spot.number,)
    keys = _KEYS[order]
    if side == "before":
        keys = ", ".join(f"{key} DESC" for key in keys.split(", "))
    rows = connection.execute(
        f"SELECT {COLUMNS} {_FROM} AND kind = ?{where} ORDER BY {keys} LIMIT ?",
        (kind, *bound, min(limit, MOST)),
    )
    found = debts(rows)
    return found[::-1] if side == "before" else found


def counts(connection: sqlite3.Connection, sieve: Sieve, now: datetime) -> list[Count]:
    """What `page` lists, counted for every kind, debtor and creditor."""
    where, bound = _conditions(sieve)
    found = connection.execute(
        f"SELECT kind, debtor, creditor, count(*), sum(due < ?) {_FROM}{where} GROUP BY kind, debtor, creditor",
        (to_milliseconds(now), *bound),
    )
    return [Count(*values) for values in found]


def _conditions(sieve: Sieve) -> tuple[str, tuple[object, ...]]:
    where = ""
    bound: tuple[object, ...] = ()
    if sieve.debtor is not None:
        where += " AND debtor = ?"
        bound += (sieve.debtor,)
    if sieve.overdue_at is not None:
        where += " AND due < ?"
        bound += (to_milliseconds(sieve.overdue_at),)
    for word in sieve.words.casefold().split():
        # The topic's key is folded as Unicode has it; the other columns are of names, paths and commit subjects.
        columns = ("topic_key", "lower(path)", "lower(newest)", "lower(marker)", "lower(ref)", "debtor", "creditor")
        where += f" AND ({' OR '.join(f'instr({column}, ?)' for column in columns)})"
        bound += (word,) * len(columns)
    return where, bound
