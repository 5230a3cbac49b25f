"""The base of widgets that paint themselves: they hold the theme and repaint when it changes."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.theme.theme import Theme


class Painted(QWidget):
    """A widget whose `draw` gets a canvas and its rectangle."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.draw(Canvas(painter, self.theme), QRectF(self.rect()))
        painter.end()

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        """Paint the widget; the rectangle begins at 0, 0."""
        raise NotImplementedError
