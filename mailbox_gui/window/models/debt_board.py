"""What the board of debts shows, from one reading: four columns, who owes how many, and all of it counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mailbox_gui.core.debts.debt import Kind
from mailbox_gui.core.read_models.debt_board import Order, Spot
from mailbox_gui.window.models.debt_row import DebtRow

# As the columns are called, from A to D.
LETTERS: Final[dict[Kind, str]] = {"reply": "A", "report": "B", "workaround": "C", "decision": "D"}


@dataclass(frozen=True, slots=True)
class BoardShape:
    """How the owner looks at it: whose debts (empty: everybody's), overdue ones only, with which words, which first."""

    debtor: str = ""
    overdue_only: bool = False
    words: str = ""
    order: Order = "due"

    @property
    def sifted(self) -> bool:
        """Whether some debts are left out."""
        return bool(self.debtor or self.overdue_only or self.words.strip())


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a column that is read: from a spot on (None: from its top), so many rows."""

    first: Spot | None = None
    rows: int = 0


@dataclass(frozen=True, slots=True)
class ColumnPage:
    """Rows of one column in order; `above` and `below` say whether there are more. `owed` counts the whole column."""

    kind: Kind
    rows: tuple[DebtRow, ...] = ()
    above: bool = False
    below: bool = False
    owed: int = 0
    overdue: int = 0


@dataclass(frozen=True, slots=True)
class Person:
    """One participant in the summary: how many debts of each kind, how many overdue, and how many others owe it."""

    name: str
    kinds: tuple[tuple[Kind, int], ...] = ()
    overdue: int = 0
    is_owed: int = 0
    by_owner: bool = False

    @property
    def shown(self) -> str:
        """The name as it is shown."""
        return "you" if self.by_owner else self.name

    @property
    def owes(self) -> int:
        """How many debts in all."""
        return sum(count for _, count in self.kinds)

    @property
    def chips(self) -> tuple[str, ...]:
        """`A1 B2`: each column's letter with the count."""
        return tuple(f"{LETTERS[kind]}{count}" for kind, count in self.kinds)

    def spoken(self) -> str:
        """The cell in words."""
        by_kind = ", ".join(f"{count} {kind}" for kind, count in self.kinds)
        owes = f"owes {self.owes} ({by_kind}), {self.overdue} overdue" if self.owes else "owes nothing"
        return f"{self.shown}: {owes}, is owed {self.is_owed}"


@dataclass(frozen=True, slots=True)
class BoardView:
    """The whole board. `owed` and `overdue` are of everybody, whatever is left out of the columns."""

    shape: BoardShape
    columns: tuple[ColumnPage, ...]
    people: tuple[Person, ...] = ()
    owed: int = 0
    overdue: int = 0
