"""The list model of one column: a part of it that moves along, changed by difference so that cards keep their place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from mailbox_gui.window.models.debt_row import DebtRow
from mailbox_gui.window.tooltips import plain_tooltip

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_SPOKEN = int(Qt.ItemDataRole.AccessibleTextRole)
_TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class DebtListModel(QAbstractListModel):
    """Rows are `DebtRow`s, some hundred at a time."""

    def __init__(self, clock: Callable[[], datetime], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._rows: list[DebtRow] = []

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        row = self.row(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role in (_SPOKEN, _DISPLAY):
            return row.spoken(self._clock())
        if role == _TOOLTIP:
            return plain_tooltip(row.tip)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def row(self, place: int) -> DebtRow | None:
        """The card at a place, None outside the list."""
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def rows(self) -> Sequence[DebtRow]:
        """All cards, in order."""
        return tuple(self._rows)

    def place_of(self, number: int) -> int:
        """Where the debt of that number stands, -1 when it is not in the list."""
        return next((place for place, row in enumerate(self._rows) if row.number == number), -1)

    def replace(self, rows: Sequence[DebtRow]) -> None:
        """Show these instead. Cards that stay keep their place in views: others go and come around them."""
        staying = _common_run(self._rows, rows)
        kept = {row.number for row in rows} if staying else set()
        for first, last in reversed(_runs([row.number not in kept for row in self._rows])):
            self.take(first, last)
        have = {row.number for row in self._rows}
        for first, last in _runs([row.number not in have for row in rows]):
            # What stands before it is there by now: its place is the one it is to have.
            self.put(first, rows[first : last + 1])
        changed = [place for place, row in enumerate(rows) if row != self._rows[place]]
        self._rows = list(rows)
        if changed:
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))

    def take(self, first: int, last: int) -> None:
        """Take the cards of these places out."""
        self.beginRemoveRows(_ROOT, first, last)
        del self._rows[first : last + 1]
        self.endRemoveRows()

    def put(self, at: int, rows: Sequence[DebtRow]) -> None:
        """Put cards in at a place."""
        if rows:
            self.beginInsertRows(_ROOT, at, at + len(rows) - 1)
            self._rows[at:at] = rows
            self.endInsertRows()


def _common_run(old: Sequence[DebtRow], new: Sequence[DebtRow]) -> bool:
    """Whether what both have stands in the same order in both: else every card is exchanged."""
    before, after = {row.number for row in old}, {row.number for row in new}
    stayed = [row.number for row in old if row.number in after]
    return stayed == [row.number for row in new if row.number in before]


def _runs(flags: Sequence[bool]) -> list[tuple[int, int]]:
    """The first and last place of every run of flags."""
    runs: list[tuple[int, int]] = []
    for place, flag in enumerate(flags):
        if flag and runs and runs[-1][1] == place - 1:
            runs[-1] = (runs[-1][0], place)
        elif flag:
            runs.append((place, place))
    return runs
