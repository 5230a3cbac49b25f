"""The pill that says how many lines came above what is being read; a press goes to them."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme


class NewLines(QAbstractButton):
    """Lies over the table's top edge, in its middle. Hidden without new lines."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.count = 0
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self._repaint)
        self.hide()

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def show_count(self, count: int) -> None:
        """So many lines came; none hides the pill."""
        self.count = count
        self.setText(f"{count:,} new".replace(",", "\N{NARROW NO-BREAK SPACE}"))
        self.setAccessibleName(f"{count} new lines above, go to the newest")
        self.setVisible(count > 0)
        self.resize(self.sizeHint())
        self.update()

    def place(self, left: int, width: int, top: int) -> None:
        """In the middle between the table's edges."""
        self.move(left + (width - self.width()) // 2, top)
        self.raise_()

    def sizeHint(self) -> QSize:
        return QSize(round(12 + 14 + 6 + text_width(self.text(), fonts.sans(fonts.SECONDARY, fonts.SEMIBOLD)) + 14), 28)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        rect, tokens = QRectF(self.rect()), canvas.tokens
        canvas.box(rect, 14, fill=tokens.accent_hover if self.underMouse() else tokens.accent)
        canvas.icon(QRectF(12, 0, 14, rect.height()), "arrow-up-bold", tokens.on_accent, 13)
        room = QRectF(32, 0, rect.width() - 34, rect.height())
        canvas.text(room, self.text(), fonts.sans(fonts.SECONDARY, fonts.SEMIBOLD), tokens.on_accent)
        if self.hasFocus():
            canvas.box(rect.adjusted(2, 2, -2, -2), 12, line=tokens.on_accent, width=2)
        painter.end()
