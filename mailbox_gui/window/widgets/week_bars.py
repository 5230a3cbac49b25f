"""Seven days of an agent as small bars: what was taken, and on top what was refused."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import CENTRE, Canvas
from mailbox_gui.window.models.agent_page import DayCount
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.painted import Painted

_BAR, _STEP, _HEIGHT, _NAMES = 14, 18, 34, 16


class WeekBars(Painted):
    """The last bar is today. The sentence for a screen reader gives the numbers."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._days: tuple[DayCount, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_days(self, days: Sequence[DayCount]) -> None:
        """Show other days, the oldest first."""
        self._days = tuple(days)
        said = ", ".join(f"{day.name} {day.taken} taken, {day.refused} refused" for day in self._days)
        self.setAccessibleName(said)
        self.setToolTip(said.replace(", ", "\n") if said else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_STEP * 7, _HEIGHT + _NAMES)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        tokens = canvas.tokens
        most = max((day.taken + day.refused for day in self._days), default=0) or 1
        for place, day in enumerate(self._days):
            x = rect.x() + place * _STEP
            taken, refused = day.taken / most * _HEIGHT, day.refused / most * _HEIGHT
            floor = rect.y() + _HEIGHT
            today = place == len(self._days) - 1
            if day.taken:
                canvas.fill(QRectF(x, floor - taken, _BAR, taken), tokens.accent if today else tokens.border_strong)
            if day.refused:
                gap = 1 if day.taken else 0
                canvas.fill(QRectF(x, floor - taken - refused, _BAR, max(1.0, refused - gap)), tokens.bad_mid)
            if not day.taken and not day.refused:
                canvas.fill(QRectF(x, floor - 1, _BAR, 1), tokens.border)
            room = QRectF(x - 2, floor, _STEP, _NAMES)
            canvas.text(room, day.name[:2], fonts.sans(fonts.CAPTION), tokens.text_2, CENTRE)
