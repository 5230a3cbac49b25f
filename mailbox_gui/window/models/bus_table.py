"""The table of the bus: at most 64 posts, newest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from mailbox_gui.window.models.bus_view import BusRow
from mailbox_gui.window.moments import exact
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.tooltips import plain_tooltip

COLUMNS = ("Seq", "Height", "From", "Topic", "Kind", "Ref", "Body", "Signer")
SEQ, HEIGHT, LABEL, TOPIC, KIND, REF, BODY, SIGNER = range(len(COLUMNS))
NUMBERS = (SEQ, HEIGHT)
BUS_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
_SPOKEN = int(Qt.ItemDataRole.AccessibleTextRole)
_FONT = int(Qt.ItemDataRole.FontRole)
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class BusTableModel(QAbstractTableModel):
    """Rows are BusRow values."""

    def __init__(self, clock: Callable[[], datetime], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._rows: tuple[BusRow, ...] = ()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        row = self.row(index.row())
        if row is None:
            return None
        if role == BUS_ROLE:
            return row
        if role == _DISPLAY:
            return cell(row, index.column())
        if role == _SPOKEN:
            return row.spoken(self._clock()) if index.column() == SEQ else cell(row, index.column())
        if role == _TOOLTIP:
            return _tooltip(row, index.column())
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        if orientation == Qt.Orientation.Horizontal and 0 <= section < len(COLUMNS):
            if role in (_DISPLAY, _TOOLTIP):
                return COLUMNS[section]
            if role == _FONT:
                return fonts.sans(fonts.SECONDARY, fonts.MEDIUM)
        return None

    def show_rows(self, rows: Sequence[BusRow]) -> None:
        """Show these."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    @property
    def rows(self) -> tuple[BusRow, ...]:
        """What is shown, newest first."""
        return self._rows

    def row(self, number: int) -> BusRow | None:
        """The post in a row of the table."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def row_of(self, seq: int) -> int:
        """Where a post stands, -1 when it is not shown."""
        return next((place for place, row in enumerate(self._rows) if row.seq == seq), -1)


def cell(row: BusRow, column: int) -> str:
    """What a cell says."""
    values = (str(row.seq), str(row.height), row.label, row.topic, row.kind, row.ref, row.line, row.signer)
    return values[column]


def _tooltip(row: BusRow, column: int) -> str:
    if column == SIGNER:
        return plain_tooltip(row.proof.words)
    if column in NUMBERS and row.at is not None:
        return plain_tooltip(exact(row.at))
    return plain_tooltip(cell(row, column))
