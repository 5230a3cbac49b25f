"""What the compose card lies in: it covers the window, keeps the focus inside, and follows the window's size."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from mailbox_gui.window.compose.compose_card import ComposeCard
from mailbox_gui.window.focus_inside import step_inside
from mailbox_gui.window.theme.theme import Theme, colour
from mailbox_gui.window.width_class import WidthClass, width_class

_WIDTH, _HEIGHT, _EDGE = 960, 684, 16


class OverWindow(QWidget):
    """A scrim with the card in its middle; in a narrow window the card takes all but the edges."""

    def __init__(self, theme: Theme, card: ComposeCard, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._before: QWidget | None = None
        self.card = card
        card.setParent(self)
        parent.installEventFilter(self)
        self.hide()

    def come_up(self) -> None:
        """Lie over the window; who had the focus gets it back in the end."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self._place()
        self.show()
        self.raise_()

    def go_down(self) -> None:
        """Be gone; the focus goes back to where it was."""
        self.hide()
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step_inside(self, forward=forward)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(self._theme.tokens.scrim))
        painter.end()

    def _place(self) -> None:
        room = self.window().rect()
        self.setGeometry(room)
        narrow = width_class(room.width()) is WidthClass.NARROW
        self.card.set_compact(narrow)
        width = room.width() - 2 * _EDGE if narrow else min(_WIDTH, room.width() - 2 * _EDGE)
        height = room.height() - 2 * _EDGE if narrow else min(_HEIGHT, room.height() - 2 * _EDGE)
        self.card.setGeometry((room.width() - width) // 2, (room.height() - height) // 2, width, height)


def single_shot(parent: QObject, milliseconds: int) -> QTimer:
    """A timer that fires once each time it is started."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    return timer
