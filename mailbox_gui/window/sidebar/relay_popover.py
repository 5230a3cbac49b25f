"""The relay's whole card beside the icon rail of a small window: state, since when, last sweep, and its buttons."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsDropShadowEffect, QVBoxLayout, QWidget

from mailbox_gui.window.focus_inside import step_inside
from mailbox_gui.window.models.relay_view import RelayView
from mailbox_gui.window.sidebar.relay_card import RelayCard
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button

WIDTH = 248
_GAP = 8


class RelayPopover(QFrame):
    """Lies over the window. Esc or a click elsewhere closes it, and so does `Sweep now`. The wishes are the card's."""

    start_asked = Signal()
    stop_asked = Signal()
    sweep_asked = Signal()

    def __init__(self, theme: Theme, clock: Callable[[], datetime], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("Popover")
        self.setAccessibleName("The relay")
        self._anchor: QWidget | None = None
        self.card = RelayCard(theme, clock)
        self.card.setObjectName("PopoverCard")
        self.card.show_sweep_in_words()
        self.setFixedWidth(WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.addWidget(self.card)
        self.card.start_asked.connect(self.start_asked)
        self.card.stop_asked.connect(self.stop_asked)
        self.card.sweep_asked.connect(self._on_sweep)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(16)
        shadow.setOffset(0, 4)
        shadow.setColor(QColor(0, 0, 0, 56))
        self.setGraphicsEffect(shadow)
        self.hide()

    @property
    def buttons(self) -> tuple[Button, ...]:
        """What can be pressed in it."""
        return self.card.buttons

    def show_view(self, view: RelayView) -> None:
        """Show the relay's state."""
        self.card.show_view(view)
        if self.isVisible():
            self._fit()

    def open_beside(self, anchor: QWidget) -> None:
        """Open beside a widget of the window's left edge, inside the window."""
        self._anchor = anchor
        if self.parentWidget() is not anchor.window():
            self.setParent(anchor.window())
        self._fit()
        self.show()
        self.raise_()
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]
        first = next((button for button in self.buttons if button.isEnabled() and not button.isHidden()), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_it(self) -> None:
        """Go away; the focus goes back to the icon."""
        if self.isVisible():
            QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
            inside = self.isAncestorOf(QApplication.focusWidget() or self)
            self.hide()
            if inside and self._anchor is not None:
                self._anchor.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            # A press on the icon is the icon's own: it closes what it opened.
            own = [_on_screen(widget) for widget in (self, self._anchor) if widget is not None]
            if not any(area.contains(event.globalPosition().toPoint()) for area in own):
                self.close_it()
        elif event.type() == QEvent.Type.Resize and watched is self.window():
            self.close_it()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_it()
            return
        super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step_inside(self, forward=forward)

    def _fit(self) -> None:
        """As high as its words need, its foot level with the anchor's."""
        if self._anchor is None:
            return
        self.card.tick()
        height = max(self.card.sizeHint().height(), self.card.heightForWidth(WIDTH - 2)) + 2
        foot = self._anchor.mapTo(self._anchor.window(), QPoint(self._anchor.width(), self._anchor.height()))
        self.setGeometry(foot.x() + _GAP, foot.y() - height - _GAP, WIDTH, height)

    @Slot()
    def _on_sweep(self) -> None:
        self.sweep_asked.emit()
        self.close_it()


def _on_screen(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())
