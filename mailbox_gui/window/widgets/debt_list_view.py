"""The list of one column of the board: cards, read on at both ends, letters left to the window's shortcuts."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from mailbox_gui.window.delegates.card_delegate import SIDE, CardDelegate, card_rect
from mailbox_gui.window.draw.canvas import CENTRE, Canvas
from mailbox_gui.window.models.debt_list import DebtListModel
from mailbox_gui.window.models.debt_row import DebtRow
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme

# So close to an end the next page is asked for.
_NEAR = 900


class DebtListView(QListView):
    """`chosen` follows the cursor, `opened` is Return or a double click, `sideways` an arrow to the next column.

    `pointed` says that the card under the mouse or the cursor changed, `ended` that an end (-1, 1) is near.
    """

    chosen = Signal()
    opened = Signal()
    sideways = Signal(int)
    pointed = Signal()
    ended = Signal(int)

    def __init__(
        self, theme: Theme, model: DebtListModel, delegate: CardDelegate, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("Cards")
        self._theme = theme
        self._model = model
        self._cards = delegate
        self._sentence = ""
        self._hovered = 0
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setAccessibleName(name)
        self.verticalScrollBar().setSingleStep(28)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.doubleClicked.connect(self._on_activated)
        theme.changed.connect(self._recolour)
        self._recolour()

    # the cursor

    def current(self) -> DebtRow | None:
        """The debt under the cursor."""
        return self._model.row(self.currentIndex().row())

    def choose_place(self, place: int) -> bool:
        """Put the cursor on the card of a place, or the last one before it; False without any."""
        count = self._model.rowCount()
        if not count:
            return False
        index = self._model.index(max(0, min(place, count - 1)))
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.scrollTo(index)
        return True

    def step(self, by: int) -> None:
        """To the next or previous card; to the first one in sight where the cursor was left far behind."""
        place = self.currentIndex().row()
        self.choose_place(max(0, self.indexAt(QPoint(SIDE + 1, 0)).row()) if place < 0 else place + by)

    def set_sentence(self, words: str) -> None:
        """What the empty column says."""
        if words != self._sentence:
            self._sentence = words
            self.setAccessibleDescription(words)
            self.viewport().update()

    # the place of the actions

    def target(self) -> tuple[DebtRow, QRect] | None:
        """The card that shows its actions and where they lie: under the mouse, else the one that has room for them."""
        place = self._model.place_of(self._hovered) if self._hovered else -1
        if place < 0:
            place = self._model.place_of(self._cards.grown)
        row = self._model.row(place)
        if row is None:
            return None
        card = card_rect(QRectF(self.visualRect(self._model.index(place))), self).toRect()
        # Under the lower edge of the card, over the next one; where that is out of sight, over the card itself.
        top = min(card.bottom() - 7, self.viewport().height() - 36)
        if row.number == self._cards.grown:
            top = card.bottom() - 35
        return row, QRect(card.x(), top, card.width(), 36)

    def is_hovered(self) -> bool:
        """Whether the mouse is over one of the cards."""
        return self._hovered != 0

    def keep_in_place(self, number: int, top: int) -> None:
        """After cards came or went: the card stands again where it stood, so many pixels from the upper edge."""
        self.doItemsLayout()
        place = self._model.place_of(number)
        if place >= 0:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.visualRect(self._model.index(place)).top() - top)

    def first_seen(self) -> tuple[int, int]:
        """The number of the uppermost card in sight and where it stands; 0 without any."""
        index = self.indexAt(QPoint(SIDE + 1, 0))
        row = self._model.row(index.row())
        return (row.number, self.visualRect(index).top()) if row is not None else (0, 0)

    def drop_cursor(self) -> None:
        """No card is under the cursor any more; nothing scrolls, and nobody is told."""
        selection = self.selectionModel()
        blocked = selection.blockSignals(True)
        selection.clear()
        selection.blockSignals(blocked)
        self._cards.grown = 0

    def keyboardSearch(self, _search: str) -> None:
        """Letters are shortcuts of the window, not a search in the list."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._on_activated(self.currentIndex())
            case Qt.Key.Key_Left:
                self.sideways.emit(-1)
            case Qt.Key.Key_Right:
                self.sideways.emit(1)
            case _:
                super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        row = self._model.row(self.indexAt(event.position().toPoint()).row())
        self._hover(row.number if row is not None else 0)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.currentIndex().row() < 0:
            self.choose_place(0)
        self._grow()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()
        self.pointed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._sentence and not self._model.rowCount():
            painter = QPainter(self.viewport())
            canvas = Canvas(painter, self._theme)
            room = QRectF(8, 24, self.viewport().width() - 16, 20)
            canvas.text(room, self._sentence, fonts.sans(), canvas.tokens.text_3, CENTRE)
            painter.end()

    def _hover(self, number: int) -> None:
        if number != self._hovered:
            self._hovered = number
            self.pointed.emit()

    def grow(self, number: int) -> None:
        """The card of this debt gets the room for its actions, the one before gives it back."""
        if number == self._cards.grown:
            return
        row = self._model.place_of(number)
        top = self.visualRect(self._model.index(row)).top() if row >= 0 else 0
        self._cards.grown = number
        if row >= 0:
            # The card that was clicked stays under the mouse.
            self.keep_in_place(number, top)
            self.scrollTo(self._model.index(row))
        else:
            self.doItemsLayout()
        self.pointed.emit()

    def _grow(self) -> None:
        row = self.current()
        self.grow(row.number if row is not None and self.hasFocus() else self._cards.grown)
        self.pointed.emit()

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, _now: QModelIndex, _before: QModelIndex) -> None:
        self._grow()
        self.chosen.emit()

    @Slot(QModelIndex)
    def _on_activated(self, index: QModelIndex) -> None:
        if self._model.row(index.row()) is not None:
            self.opened.emit()

    @Slot()
    def _on_scrolled(self) -> None:
        bar = self.verticalScrollBar()
        self.pointed.emit()
        if bar.value() >= bar.maximum() - _NEAR:
            self.ended.emit(1)
        if bar.value() <= _NEAR:
            self.ended.emit(-1)

    @Slot()
    def _recolour(self) -> None:
        # The bar lies in the margin of the cards.
        self.setStyleSheet(
            f"QListView#Cards {{ background: {self._theme.tokens.bg_window}; }}"
            "QScrollBar:vertical { width: 7px; margin: 2px 0; }"
            "QScrollBar::handle:vertical { border-radius: 2px; margin: 0 1px; }"
        )
