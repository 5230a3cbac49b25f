"""One debt as the board shows it: strings final, foreign text made visible, the debt itself kept to the letter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.read_models.debt_board import Spot, spot_of
from mailbox_gui.window.moments import age, spoken_age


@dataclass(frozen=True, slots=True)
class DebtRow:
    """A card. `debtor` and `creditor` are `you` for the owner; `detail` is a place in a workspace, or commits.

    `debt` is what a waiver or a question is bound to.
    """

    debt: Debt
    debtor: str
    creditor: str
    title: str
    owes: str
    detail: str = ""
    hint: str = ""
    tip: str = ""
    by_owner: bool = False

    @property
    def number(self) -> int:
        """What names the row."""
        return self.debt.number

    @property
    def spot(self) -> Spot:
        """Where it stands in its column."""
        return spot_of(self.debt)

    @property
    def of_message(self) -> bool:
        """Whether a message opened it; else a scan of a workspace did."""
        return not self.debt.marker and self.debt.commits is None

    def due_words(self, now: datetime, *, short: bool = False) -> tuple[bool, str]:
        """Whether it is overdue, and `overdue by 4 h` or `due in 1 d 19 h`; `short` says the days or hours alone."""
        due = self.debt.due
        if due is None:
            return False, ""
        left = coarse(due - now) if short else age(due - now)
        return (True, f"overdue by {coarse(now - due)}") if now > due else (False, f"due in {left}")

    def age_words(self, now: datetime) -> str:
        """How long it is owed."""
        return age(now - self.debt.opened_at)

    def spoken(self, now: datetime) -> str:
        """The whole card in words, for a screen reader."""
        due = self.debt.due
        parts = [f"{self.debtor} {self.owes}"]
        if due is not None:
            late = now > due
            parts.append(f"overdue by {spoken_age(now - due)}" if late else f"due in {spoken_age(due - now)}")
        parts += [self.title, self.detail, f"owed for {spoken_age(now - self.debt.opened_at)}", self.hint]
        return ", ".join(part for part in parts if part)


def coarse(span: timedelta) -> str:
    """The age in its largest unit alone: `4 h`."""
    return " ".join(age(span).split()[:2])
