"""A few choices side by side, one of which is on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import CENTRE, Canvas, text_width
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme


class _Segment(QAbstractButton):
    """One of them; its ends are round where the row ends."""

    def __init__(self, theme: Theme, words: str, pixels: int, *, first: bool, last: bool) -> None:
        super().__init__()
        self._theme, self._pixels, self._first, self._last = theme, pixels, first, last
        self.setText(words)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def sizeHint(self) -> QSize:
        pad = 28 if self._pixels == fonts.BASE else 20
        width = round(pad + text_width(self.text(), fonts.sans(self._pixels, fonts.MEDIUM)))
        return QSize(width, 32 if self._pixels == fonts.BASE else 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        tokens, rect = canvas.tokens, QRectF(self.rect())
        # Drawn wider than it is at the inner ends, so that only the outer corners are round.
        wide = rect.adjusted(0 if self._first else -8, 0, 0 if self._last else 8, 0)
        painter.setClipRect(rect)
        on = self.isChecked()
        fill = tokens.bg_selected if on else tokens.bg_hover if not self.isEnabled() else tokens.bg_input
        canvas.box(wide, 6, fill=fill, line=tokens.border_control)
        if not self._last:
            canvas.fill(QRectF(rect.right() - 1, 0, 1, rect.height()), tokens.border_control)
        if on:
            canvas.box(rect, 6 if self._first or self._last else 0, line=tokens.accent)
        ink = tokens.accent_text if on else tokens.text if self.isEnabled() else tokens.text_3
        canvas.text(rect, self.text(), fonts.sans(self._pixels, fonts.SEMIBOLD if on else fonts.NORMAL), ink, CENTRE)
        if self.hasFocus():
            canvas.ring(rect, 6)
        painter.end()


class Segments(QWidget):
    """`chosen` carries what the owner chose; arrow keys go from one to the next."""

    chosen = Signal(str)

    def __init__(
        self,
        theme: Theme,
        name: str,
        values: Sequence[str],
        *,
        off: Sequence[str] = (),
        small: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name = name
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._parts: dict[str, _Segment] = {}
        pixels = fonts.SECONDARY if small else fonts.BASE
        for place, value in enumerate(values):
            part = _Segment(theme, value, pixels, first=place == 0, last=place == len(values) - 1)
            part.setEnabled(value not in off)
            part.setAccessibleName(f"{name}: {value}")
            part.clicked.connect(self._on_clicked)
            part.toggled.connect(part.update)
            self._parts[value] = part
            row.addWidget(part)
        self._parts[values[0]].setChecked(True)

    @property
    def value(self) -> str:
        """What is on."""
        return next(value for value, part in self._parts.items() if part.isChecked())

    def choose(self, value: str) -> None:
        """Put one on without telling anybody."""
        if value in self._parts:
            self._parts[value].setChecked(True)

    def click(self, value: str) -> None:
        """As if the owner clicked it."""
        self._parts[value].click()

    def set_enabled(self, value: str, *, enabled: bool, why: str = "") -> None:
        """Allow a choice or not, and say why."""
        self._parts[value].setEnabled(enabled)
        self._parts[value].setToolTip(why)

    @Slot()
    def _on_clicked(self) -> None:
        self.chosen.emit(self.value)
