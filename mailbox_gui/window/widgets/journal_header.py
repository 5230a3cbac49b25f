"""The header over the journal's columns; the chevron says that the highest line is on top."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.models.journal_table import COLUMNS, HEIGHT
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme

_PAD, _FIRST, _CHEVRON = 8, 16, 12


class JournalHeader(QHeaderView):
    """Newest first is the one order there is; the header tells of it and changes nothing."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.setFixedHeight(33)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        canvas = Canvas(painter, self._theme)
        here, tokens = QRectF(rect), canvas.tokens
        canvas.fill(here, tokens.bg_subtle)
        canvas.hairline(here.left(), here.right(), here.top(), tokens.border)
        canvas.hairline(here.left(), here.right(), here.bottom() - 1, tokens.border)
        font = fonts.sans(fonts.SECONDARY, fonts.MEDIUM)
        room = here.adjusted(_FIRST if rect.x() <= 0 else _PAD, 0, -_PAD, 0)
        if section == HEIGHT:
            chevron = QRectF(room.right() - _CHEVRON, here.y(), _CHEVRON, here.height())
            canvas.icon(chevron, "caret-down", tokens.text_2, _CHEVRON)
            left = max(room.x(), chevron.left() - 5 - text_width(COLUMNS[section], font))
            room = QRectF(left, here.y(), chevron.left() - 4 - left, here.height())
        canvas.text(room, COLUMNS[section], font, tokens.text_2)
