"""How much of the day's messages an agent has used."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.painted import Painted


class QuotaBar(Painted):
    """Eight pixels; red when nothing is left."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._used, self._limit = 0, 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_use(self, used: int, limit: int) -> None:
        """Show another use."""
        self._used, self._limit = used, limit
        self.setAccessibleName(f"{used} of {limit} messages used")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, 8)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        canvas.box(rect, 4, fill=canvas.tokens.bg_selected_idle)
        share = min(1.0, self._used / self._limit) if self._limit else 1.0
        if share > 0:
            ink = canvas.tokens.accent if share < 1 else canvas.tokens.bad_mid
            canvas.box(QRectF(rect.x(), rect.y(), max(8.0, rect.width() * share), rect.height()), 4, fill=ink)
