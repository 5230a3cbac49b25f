"""The sidebar: the post office's name, the places, the relay. 224 pixels, or a rail of 56."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.models.overview import Overview
from mailbox_gui.window.models.relay_view import RelayView
from mailbox_gui.window.sidebar.nav_delegate import NavDelegate
from mailbox_gui.window.sidebar.nav_model import NavModel, Place
from mailbox_gui.window.sidebar.relay_card import RelayCard
from mailbox_gui.window.sidebar.relay_popover import RelayPopover
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip

WIDE, MIDDLE, RAIL = 224, 200, 56


class Brand(QAbstractButton):
    """Name of the program and folder of the post office; a click opens the menu of the window."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._root = ""
        self.rail = False
        self.setFixedHeight(48)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def show_root(self, short: str, full: str) -> None:
        """Name the post office that is open."""
        self._root = short
        self.setToolTip(plain_tooltip(full))
        self.setAccessibleName(f"Agent Mailbox, {full}, menu")
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        tokens, rect = canvas.tokens, QRectF(self.rect())
        if self.underMouse():
            canvas.fill(rect, tokens.bg_hover)
        left = (rect.width() - 28) / 2 if self.rail else 16
        logo = QRectF(left, 10, 28, 28)
        canvas.box(logo, 6, fill=tokens.accent)
        canvas.icon(logo, "envelope-simple-bold", tokens.on_accent, 16)
        if not self.rail:
            room = QRectF(54, 8, rect.width() - 54 - 34, 18)
            canvas.text(room, "Agent Mailbox", fonts.sans(fonts.BASE, fonts.SEMIBOLD), tokens.text)
            canvas.text(room.translated(0, 16), self._root, fonts.sans(fonts.CAPTION), tokens.text_2)
            canvas.icon(QRectF(rect.right() - 28, 0, 16, 48), "caret-down", tokens.text_2, 14)
        canvas.hairline(0, rect.width(), 47, tokens.border)
        if self.hasFocus():
            canvas.ring(rect.adjusted(2, 2, -2, -3), 6)
        painter.end()


class Sidebar(QFrame):
    """`gone_to` carries the key of the place that was chosen; the other signals are wishes for the relay."""

    gone_to = Signal(str)
    start_asked = Signal()
    stop_asked = Signal()
    sweep_asked = Signal()

    def __init__(
        self,
        theme: Theme,
        clock: Callable[[], datetime],
        groups: Sequence[tuple[str, Sequence[Place]]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("Sidebar")
        self._theme = theme
        self.brand = Brand(theme)
        self.model = NavModel(groups, self)
        self.view = _NavView(self)
        self._delegate = NavDelegate(theme, self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(self._delegate)
        self.relay = RelayCard(theme, clock)
        self.popover = RelayPopover(theme, clock, self)
        for card in (self.relay, self.popover):
            card.start_asked.connect(self.start_asked)
            card.stop_asked.connect(self.stop_asked)
            card.sweep_asked.connect(self.sweep_asked)
        self.relay.opened.connect(self._on_relay_opened)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.brand)
        column.addSpacing(4)
        column.addWidget(self.view, 1)
        column.addWidget(self.relay)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(column, 1)
        rule = QFrame()
        rule.setObjectName("VerticalRule")
        row.addWidget(rule)
        self._current = ""
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self.view.clicked.connect(self._go)
        self.model.modelReset.connect(self._restore)
        self.set_width(WIDE)

    def set_width(self, width: int) -> None:
        """224, 200, or 56 for the rail."""
        rail = width == RAIL
        self._delegate.rail = self.brand.rail = rail
        self.relay.set_rail(rail)
        self.popover.close_it()
        self.setFixedWidth(width)
        self.view.scheduleDelayedItemsLayout()
        self.brand.update()

    def show_overview(self, overview: Overview) -> None:
        """Take over counts and agents."""
        self.model.show_overview(overview)

    def show_relay(self, view: RelayView) -> None:
        """Show the relay's state."""
        self.relay.show_view(view)
        self.popover.show_view(view)

    def tick(self) -> None:
        """Say ages anew."""
        self.relay.tick()
        if self.popover.isVisible():
            self.popover.card.tick()

    @Slot()
    def _on_relay_opened(self) -> None:
        if self.popover.isVisible():
            self.popover.close_it()
        else:
            self.popover.open_beside(self.relay)

    def select(self, key: str) -> None:
        """Mark where the window is, without going there again."""
        self._current = key
        self._restore()

    @Slot()
    def _restore(self) -> None:
        row = self.model.row_of(self._current)
        selection = self.view.selectionModel()
        if row >= 0 and not (selection.currentIndex().row() == row and selection.isSelected(self.model.index(row))):
            blocked = selection.blockSignals(True)
            selection.setCurrentIndex(self.model.index(row), QItemSelectionModel.SelectionFlag.ClearAndSelect)
            selection.blockSignals(blocked)
            self.view.viewport().update()
        elif row < 0 and self._current:
            # A place that is reached by another way: nothing here is where the window is.
            selection.clearSelection()

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, now: QModelIndex, _before: QModelIndex) -> None:
        # Qt makes the first place the current one when the list gets the focus; only a chosen one is gone to.
        if now.isValid() and self.view.selectionModel().isSelected(now):
            self._go(now)

    @Slot(QModelIndex)
    def _go(self, index: QModelIndex) -> None:
        key = self.model.key(index.row())
        if key and key != self._current:
            self._current = key
            self.gone_to.emit(key)


class _NavView(QListView):
    """The list of places; the whole row is the target."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("Nav")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName("Places")
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, 80)

    def keyboardSearch(self, _search: str) -> None:
        """Letters are shortcuts of the window, not a search in the list."""
