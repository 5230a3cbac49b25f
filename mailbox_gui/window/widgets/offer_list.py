"""The list under the search field: what the word at the cursor can become. The focus stays in the field."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mailbox_gui.core.message.escape import visible
from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.models.query_completion import Offer
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme

Index = QModelIndex | QPersistentModelIndex
ROW, _MOST_ROWS, _PAD = 28, 10, 4
_ROOT = QModelIndex()


class _Offers(QAbstractListModel):
    """What is offered."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.offers: tuple[Offer, ...] = ()

    def show_offers(self, offers: tuple[Offer, ...]) -> None:
        """Offer something else."""
        self.beginResetModel()
        self.offers = offers
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.offers)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        offer = self.offers[index.row()]
        if role == int(Qt.ItemDataRole.DisplayRole):
            return visible(offer.text)
        if role == int(Qt.ItemDataRole.AccessibleTextRole):
            return visible(f"{offer.text}, {offer.hint}" if offer.hint else offer.text)
        return None


class _OfferDelegate(QStyledItemDelegate):
    """The text as it is typed, and what it is."""

    def __init__(self, theme: Theme, model: _Offers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._model = theme, model

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(option.rect.width(), ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        canvas = Canvas(painter, self._theme)
        rect, tokens = QRectF(option.rect), canvas.tokens
        if option.state & QStyle.StateFlag.State_Selected:
            canvas.box(rect, 4, fill=tokens.bg_selected)
        offer = self._model.offers[index.row()]
        text, hint = visible(offer.text), visible(offer.hint)
        if offer.whole:
            # A kept search is known by its name.
            text, hint = hint, text
            canvas.icon(QRectF(rect.x() + 8, rect.y(), 14, rect.height()), "bookmark-simple", tokens.text_2, 14)
        room = rect.adjusted(28 if offer.whole else 8, 0, -8, 0)
        font = fonts.sans(fonts.BASE, fonts.MEDIUM) if offer.whole else fonts.mono()
        used = canvas.text(room, text, font, tokens.text)
        canvas.text(room.adjusted(used + 12, 0, 0, 0), hint, fonts.sans(fonts.SECONDARY), tokens.text_2)
        painter.restore()


class OfferList(QFrame):
    """`taken` carries the offer that was pressed."""

    taken = Signal(object)

    def __init__(self, theme: Theme, field: QWidget) -> None:
        super().__init__(field.window())
        self.setObjectName("Popover")
        self._field = field
        self._model = _Offers(self)
        self.view = QListView(self)
        self.view.setModel(self._model)
        self.view.setItemDelegate(_OfferDelegate(theme, self._model, self.view))
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setUniformItemSizes(True)
        self.view.setAccessibleName("What can be searched for")
        self.view.clicked.connect(self._on_clicked)
        self.hide()

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What is offered."""
        return self._model.offers

    def show_offers(self, offers: Sequence[Offer]) -> None:
        """Offer something; nothing hides the list."""
        self._model.show_offers(tuple(offers))
        if not offers:
            self.hide()
            return
        window = self._field.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        place = self._field.mapTo(window, QPoint(0, self._field.height() + 4))
        rows = min(len(offers), _MOST_ROWS)
        self.setGeometry(place.x(), place.y(), min(self._field.width(), 480), rows * ROW + 2 * _PAD + 2)
        self.view.setGeometry(_PAD, _PAD + 1, self.width() - 2 * _PAD, rows * ROW)
        self.view.clearSelection()
        self.view.setCurrentIndex(QModelIndex())
        self.show()
        self.raise_()

    def step(self, by: int) -> None:
        """The next or previous offer; behind the last one none is chosen."""
        count = len(self.offers)
        row = self.view.currentIndex().row() + by
        row = count - 1 if row < -1 else row
        self.view.setCurrentIndex(self._model.index(row, 0) if 0 <= row < count else QModelIndex())

    def chosen(self) -> Offer | None:
        """The offer under the cursor."""
        row = self.view.currentIndex().row()
        return self.offers[row] if self.isVisible() and 0 <= row < len(self.offers) else None

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        self.taken.emit(self.offers[index.row()])
