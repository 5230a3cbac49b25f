"""The base of what lies over the window: a scrim, a card in the middle, the focus kept inside, Esc closes it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from shiboken6 import isValid

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.focus_inside import step_inside
from mailbox_gui.window.theme.theme import Theme, colour

EDGE = 16
_SHADOW, _DEPTH = 24, 8


class Overlay(QWidget):
    """`closed` follows each closing. `click_closes`: a click beside the card closes it, where nothing can be lost."""

    closed = Signal()
    widest = 640
    click_closes = False

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self._before: QWidget | None = None
        self.setAccessibleName(name)
        self.card = QFrame(self)
        self.card.setObjectName("Dialog")
        self.card.setAccessibleName(name)
        theme.changed.connect(self._repaint)
        parent.installEventFilter(self)
        self.hide()

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def width_here(self) -> int:
        """How wide the card is in this window."""
        return min(self.widest, self.window().width() - 2 * EDGE)

    def wanted_height(self) -> int:
        """How high the card is to be, where the window has the room."""
        return max(self.card.heightForWidth(self.width_here()), self.card.sizeHint().height())

    def first_focus(self) -> QWidget:
        """What has the focus when it opens."""
        return self

    def open_it(self) -> None:
        """Show it over the window. The focus comes back to where it was when it closes."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self.place()
        self.show()
        self.raise_()
        self.place()
        self.first_focus().setFocus(Qt.FocusReason.PopupFocusReason)

    @Slot()
    def leave(self) -> None:
        """Close it."""
        if not self.isVisible():
            return
        self.hide()
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def place(self) -> None:
        """Take the whole window; the card stays 16 pixels from its edges."""
        room = self.window().rect()
        self.setGeometry(room)
        width = self.width_here()
        height = min(self.wanted_height(), room.height() - 2 * EDGE)
        self.card.setGeometry((room.width() - width) // 2, (room.height() - height) // 2, width, height)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step_inside(self, forward=forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # A press on the card's bare ground ends here too: what is behind is not reached.
        if self.click_closes and not self.card.geometry().contains(event.position().toPoint()):
            self.leave()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.place()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(self.theme.tokens.scrim))
        canvas = Canvas(painter, self.theme)
        card = QRectF(self.card.geometry()).translated(0, _DEPTH)
        painter.setPen(Qt.PenStyle.NoPen)
        # By hand: a graphics effect would paint the whole card twice at each change inside.
        for step in range(_SHADOW, 0, -3):
            painter.setBrush(QColor(0, 0, 0, 4))
            painter.drawRoundedRect(card.adjusted(-step, -step, step, step), 10 + step, 10 + step)
        canvas.box(QRectF(self.card.geometry()), 10, fill=canvas.tokens.bg_surface)
        painter.end()
