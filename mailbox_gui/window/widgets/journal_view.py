"""The table view of the journal: fixed rows of 28 pixels, columns that give way as the window narrows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from mailbox_gui.window.delegates.journal_delegate import ROW_HEIGHT, JournalDelegate
from mailbox_gui.window.models.journal_table import (
    HEIGHT,
    KIND,
    PAIR,
    REASON,
    SIGNER,
    TIME,
    TOPIC,
    VERDICT,
    JournalTableModel,
)
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.journal_header import JournalHeader
from mailbox_gui.window.width_class import WidthClass

_WIDTHS = {HEIGHT: 84, TIME: 128, VERDICT: 96, PAIR: 156, KIND: 112, TOPIC: 192, REASON: 200, SIGNER: 76}
_HIDDEN = {
    WidthClass.WIDE: (),
    WidthClass.MIDDLE: (SIGNER,),
    WidthClass.NARROW: (SIGNER, KIND, HEIGHT),
}


class JournalView(QTableView):
    """`opened` is Return or a double click, `previewed` the space bar, `left` Esc,
    `scrolled` whatever changes the visible rows."""

    opened = Signal()
    previewed = Signal()
    scrolled = Signal()
    left = Signal()

    def __init__(self, theme: Theme, model: JournalTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._delegate = JournalDelegate(theme, self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setAccessibleName("Journal")
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(ROW_HEIGHT)
        rows.setDefaultSectionSize(ROW_HEIGHT)
        columns = JournalHeader(theme, self)
        self.setHorizontalHeader(columns)
        columns.setFont(fonts.sans(fonts.SECONDARY, fonts.MEDIUM))
        columns.setHighlightSections(False)
        columns.setSectionsClickable(False)
        columns.setTextElideMode(Qt.TextElideMode.ElideRight)
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width)
        columns.setSectionResizeMode(REASON, QHeaderView.ResizeMode.Stretch)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.doubleClicked.connect(self._on_double_clicked)

    def set_words(self, words: Sequence[str]) -> None:
        """Mark what was searched for."""
        self._delegate.set_words(words)
        self.viewport().update()

    def set_width_class(self, width: WidthClass) -> None:
        """Signer, kind and height go in this order."""
        for column in _WIDTHS:
            self.setColumnHidden(column, column in _HIDDEN[width])
        # The first column stands further from the edge.
        self.setColumnWidth(TIME, 136 if HEIGHT in _HIDDEN[width] else _WIDTHS[TIME])
        self.setColumnWidth(TOPIC, 192 if width is WidthClass.WIDE else 172)

    def visible_rows(self) -> tuple[int, int]:
        """The first and last row that can be seen; 0 and -1 without any."""
        count = self.model().rowCount()
        if not count:
            return 0, -1
        first = self.rowAt(0)
        last = self.rowAt(self.viewport().height() - 1)
        return max(0, first), count - 1 if last < 0 else last

    def step(self, by: int) -> None:
        """To the next or previous line."""
        row = min(max(0, self.currentIndex().row() + by), self.model().rowCount() - 1)
        if row >= 0:
            self.selectRow(row)
            self.scrollTo(self.model().index(row, 0))

    def keyboardSearch(self, _search: str) -> None:
        """Letters are shortcuts of the window, not a search in the table."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.opened.emit()
            case Qt.Key.Key_Space:
                self.previewed.emit()
            case Qt.Key.Key_Escape:
                self.left.emit()
            case _:
                super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrolled.emit()

    @Slot()
    def _on_scrolled(self) -> None:
        self.scrolled.emit()

    @Slot()
    def _on_double_clicked(self) -> None:
        self.opened.emit()
