"""What is asked of the debts: the list, its counts and the badge from one condition; what a line opened and closed."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.read_models.debts import COLUMNS, LIVE, debts
from mailbox_gui.core.read_models.messages import TAKEN
from mailbox_gui.core.read_models.moments_sql import from_milliseconds, to_milliseconds

_SELECT: Final = f"SELECT {COLUMNS} FROM debt"
_OWED: Final = f"INDEXED BY debt_owed WHERE {LIVE}"
# The heights of the messages that opened what is owed now, for searches; markers and commits have none.
OWED_HEIGHTS: Final = (
    "SELECT opener.height FROM debt INDEXED BY debt_owed CROSS JOIN message AS opener INDEXED BY message_taken_id "
    f"ON opener.id = debt.ref AND opener.{TAKEN} WHERE debt.{LIVE} AND debt.marker = ''"
)


@dataclass(frozen=True, slots=True)
class Owes:
    """What one debtor owes: `owed` live debts, of them `waiting` on somebody else and `overdue` ones.

    `baseline` are markers that are shown and not owed, `oldest` when the oldest live debt opened.
    """

    debtor: str
    owed: int
    waiting: int
    overdue: int
    baseline: int
    oldest: datetime | None


def owed(connection: sqlite3.Connection, debtor: str | None = None, overdue_at: datetime | None = None) -> list[Debt]:
    """The live debts, oldest first: of everybody or of one; with `overdue_at` only those that are overdue then."""
    where, parameters = _conditions(debtor, overdue_at)
    return debts(connection.execute(f"{_SELECT} {_OWED}{where} ORDER BY number", parameters))


def owed_count(connection: sqlite3.Connection, debtor: str | None = None, overdue_at: datetime | None = None) -> int:
    """How many `owed` lists: the badge."""
    where, parameters = _conditions(debtor, overdue_at)
    return int(connection.execute(f"SELECT count(*) FROM debt {_OWED}{where}", parameters).fetchone()[0])


def every(connection: sqlite3.Connection, debtor: str | None = None) -> list[Debt]:
    """All debts that ever were, baseline and closed ones too, oldest first."""
    where, parameters = ("", ()) if debtor is None else ("WHERE debtor = ? ", (debtor,))
    return debts(connection.execute(f"{_SELECT} {where}ORDER BY number", parameters))


def owed_counts(connection: sqlite3.Connection) -> dict[str, int]:
    """How many live debts everybody has who has one, by name."""
    found = connection.execute(f"SELECT debtor, count(*) FROM debt {_OWED} GROUP BY debtor ORDER BY debtor")
    return {debtor: int(count) for debtor, count in found}


def counts(connection: sqlite3.Connection, now: datetime) -> list[Owes]:
    """Of everybody who owes something or has baseline markers, by name."""
    baseline = dict(
        connection.execute(
            "SELECT debtor, count(*) FROM debt INDEXED BY debt_baseline WHERE state = 'baseline' GROUP BY debtor"
        )
    )
    found = connection.execute(
        "SELECT debtor, count(*), sum(state = 'waiting'), sum(due IS NOT NULL AND due < ?), min(opened_at) "
        f"FROM debt {_OWED} GROUP BY debtor",
        (to_milliseconds(now),),
    )
    made = {
        debtor: Owes(debtor, count, waiting, late, baseline.pop(debtor, 0), from_milliseconds(oldest))
        for debtor, count, waiting, late, oldest in found
    }
    made |= {debtor: Owes(debtor, 0, 0, 0, count, None) for debtor, count in baseline.items()}
    return [made[debtor] for debtor in sorted(made)]


def opened_at(connection: sqlite3.Connection, *heights: int) -> list[Debt]:
    """The debts that these lines of the journal opened."""
    return _at(connection, "opened", heights)


def closed_at(connection: sqlite3.Connection, *heights: int) -> list[Debt]:
    """The debts that these lines of the journal closed."""
    return _at(connection, "closed", heights)


def of_message(connection: sqlite3.Connection, message_id: str) -> list[Debt]:
    """All debts that a message opened, also those that are closed."""
    where = "INDEXED BY debt_ref WHERE ref = ? AND marker = '' ORDER BY number"
    return debts(connection.execute(f"{_SELECT} {where}", (message_id,)))


def named(connection: sqlite3.Connection, name: str) -> list[Debt]:
    """The live debts of that name, oldest first: a message's id, a marker's slug, or `work:AGENT`."""
    where = f"INDEXED BY debt_ref WHERE ref = ? AND {LIVE} ORDER BY number"
    return debts(connection.execute(f"{_SELECT} {where}", (name,)))


def probable(connection: sqlite3.Connection, debtor: str | None = None) -> list[Debt]:
    """The live debts that a message without `ref` on the same topic probably answered; `probable` is its id."""
    return [debt for debt in owed(connection, debtor) if debt.probable]


def _conditions(debtor: str | None, overdue_at: datetime | None) -> tuple[str, tuple[object, ...]]:
    where = ""
    parameters: list[object] = []
    if debtor is not None:
        where += " AND debtor = ?"
        parameters.append(debtor)
    if overdue_at is not None:
        where += " AND due < ?"
        parameters.append(to_milliseconds(overdue_at))
    return where, tuple(parameters)


def _at(connection: sqlite3.Connection, column: str, heights: tuple[int, ...]) -> list[Debt]:
    found: list[Debt] = []
    for start in range(0, len(heights), 500):
        some = heights[start : start + 500]
        where = f"INDEXED BY debt_{column} WHERE {column} IN ({', '.join('?' * len(some))})"
        bound = f"{where} AND {column} IS NOT NULL ORDER BY number"
        found += debts(connection.execute(f"{_SELECT} {bound}", some))
    return found
