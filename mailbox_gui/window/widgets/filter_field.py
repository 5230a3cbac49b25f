"""The field in which a list is filtered by words."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme


class FilterField(QLineEdit):
    """`left` says that Esc or Return was pressed: the words stay, a second Esc outside clears them."""

    left = Signal()

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedHeight(28)
        self.setFont(fonts.sans(fonts.SECONDARY))
        self.setPlaceholderText("Filter by words")
        self.setAccessibleName(name)
        self.setTextMargins(24, 0, 4, 0)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.left.emit()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        canvas.icon(QRectF(8, 0, 16, self.height()), "funnel-simple", canvas.tokens.text_3, 14)
        painter.end()
