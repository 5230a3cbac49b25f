"""The table view of the bus: fixed rows of 28 pixels, columns that give way as the window narrows."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from mailbox_gui.window.delegates.bus_delegate import PAD, ROW_HEIGHT, BusDelegate
from mailbox_gui.window.draw.canvas import LEFT, RIGHT, Canvas
from mailbox_gui.window.models.bus_table import (
    BODY,
    COLUMNS,
    HEIGHT,
    KIND,
    LABEL,
    NUMBERS,
    REF,
    SEQ,
    SIGNER,
    TOPIC,
    BusTableModel,
)
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.theme.topic_marks import TopicMarks
from mailbox_gui.window.width_class import WidthClass

_WIDTHS = {SEQ: 54, HEIGHT: 72, LABEL: 82, TOPIC: 94, KIND: 112, REF: 52, BODY: 180, SIGNER: 72}
_HIDDEN = {WidthClass.WIDE: (), WidthClass.MIDDLE: (HEIGHT, REF), WidthClass.NARROW: (REF,)}


class _Header(QHeaderView):
    """Numbers stand at the right of their column, words at the left."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.setFixedHeight(33)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        canvas, here = Canvas(painter, self._theme), QRectF(rect)
        canvas.fill(here, canvas.tokens.bg_subtle)
        canvas.hairline(here.left(), here.right(), here.bottom() - 1, canvas.tokens.border)
        side = RIGHT if section in (*NUMBERS, REF) else LEFT
        font = fonts.sans(fonts.SECONDARY, fonts.MEDIUM)
        canvas.text(here.adjusted(PAD, 0, -PAD, 0), COLUMNS[section], font, canvas.tokens.text_2, side)


class BusTableView(QTableView):
    """`opened` is Return or a double click, `left` Esc. The space bar is the pane's: it pauses."""

    opened = Signal()
    left = Signal()

    def __init__(self, theme: Theme, marks: TopicMarks, model: BusTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._delegate = BusDelegate(theme, marks, self)
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
        self.setAccessibleName("Posts, newest first")
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(ROW_HEIGHT)
        rows.setDefaultSectionSize(ROW_HEIGHT)
        columns = _Header(theme, self)
        self.setHorizontalHeader(columns)
        columns.setHighlightSections(False)
        columns.setSectionsClickable(False)
        columns.setMinimumSectionSize(40)
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width)
        columns.setSectionResizeMode(BODY, QHeaderView.ResizeMode.Stretch)
        self.doubleClicked.connect(self.opened)

    def set_newest(self, seq: int) -> None:
        """Which post is set in bold."""
        self._delegate.newest = seq
        self.viewport().update()

    def set_width_class(self, width: WidthClass) -> None:
        """Height and ref go where there is little room."""
        for column in _WIDTHS:
            self.setColumnHidden(column, column in _HIDDEN[width])

    def step(self, by: int) -> None:
        """To the next or previous post."""
        row = min(max(0, self.currentIndex().row() + by), self.model().rowCount() - 1)
        if row >= 0:
            self.select(row)

    def select(self, row: int) -> None:
        """The cursor goes to a row."""
        self.selectRow(row)
        self.scrollTo(self.model().index(row, 0))

    def keyboardSearch(self, _search: str) -> None:
        """Letters are shortcuts of the window, not a search in the table."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.opened.emit()
            case Qt.Key.Key_Escape:
                self.left.emit()
            case Qt.Key.Key_Space:
                event.ignore()
            case _:
                super().keyPressEvent(event)
