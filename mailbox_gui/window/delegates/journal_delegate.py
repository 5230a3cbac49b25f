"""Paints the cells of the journal table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from mailbox_gui.window.delegates.marked_text import marked_text
from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import RIGHT, Canvas
from mailbox_gui.window.draw.verdicts import MARKS
from mailbox_gui.window.models.journal_row import JournalRow
from mailbox_gui.window.models.journal_table import (
    HEIGHT,
    JOURNAL_ROLE,
    KIND,
    PAIR,
    REASON,
    SIGNER,
    TIME,
    TOPIC,
    VERDICT,
)
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import kind_icon
from mailbox_gui.window.theme.theme import Theme

Index = QModelIndex | QPersistentModelIndex
ROW_HEIGHT = 28
_PAD = 8


class JournalDelegate(QStyledItemDelegate):
    """`words` are marked wherever they occur in topic and reason."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words: tuple[str, ...] = ()

    def set_words(self, words: Sequence[str]) -> None:
        """What was searched for."""
        self._words = tuple(word.casefold() for word in words if word)

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(option.rect.width(), ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        canvas = Canvas(painter, self._theme)
        rect = QRectF(option.rect)
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            active = state & QStyle.StateFlag.State_Active
            canvas.fill(rect, canvas.tokens.bg_selected if active else canvas.tokens.bg_selected_idle)
        canvas.hairline(rect.left(), rect.right(), rect.bottom() - 1, canvas.tokens.border)
        row: JournalRow | None = index.data(JOURNAL_ROLE)
        left = 16 if rect.x() <= 0 else _PAD
        cell = rect.adjusted(left, 0, -_PAD, -1)
        if row is None:
            canvas.box(QRectF(cell.x(), cell.center().y() - 4, cell.width() * 0.6, 8), 4, fill=canvas.tokens.bg_hover)
        else:
            self._cell(canvas, cell, row, index.column())
        painter.restore()

    def _cell(self, canvas: Canvas, cell: QRectF, row: JournalRow, column: int) -> None:
        tokens = canvas.tokens
        match column:
            case _ if column == HEIGHT:
                canvas.text(cell, row.number, fonts.mono(), tokens.text_2, RIGHT)
            case _ if column == TIME:
                _time(canvas, cell, row.time)
            case _ if column == VERDICT:
                mark = MARKS.get(row.verdict)
                if mark is not None:
                    parts.verdict(canvas, cell, mark, pixels=fonts.BASE)
                elif not row.sender:
                    canvas.icon(QRectF(cell.x(), cell.y(), 14, cell.height()), "gear-six", tokens.text_3, 14)
                    canvas.text(cell.adjusted(20, 0, 0, 0), row.kind, fonts.sans(), tokens.text_2)
            case _ if column == PAIR:
                if row.sender:
                    parts.pair(canvas, cell, row.sender, row.recipient, medium=True, by_owner=row.by_owner)
            case _ if column == KIND and row.sender:
                canvas.icon(QRectF(cell.x(), cell.y(), 14, cell.height()), kind_icon(row.kind), tokens.text_2, 14)
                canvas.text(cell.adjusted(19, 0, 0, 0), row.kind, fonts.sans(), tokens.text_2)
            case _ if column == TOPIC:
                marked_text(canvas, cell, row.topic, fonts.sans(fonts.BASE, fonts.MEDIUM), tokens.text, self._words)
            case _ if column == REASON:
                self._reason(canvas, cell, row)
            case _ if column == SIGNER and row.signer:
                icon = "circle-wavy-check-fill" if row.signed else "circle-wavy-warning-fill"
                ink = tokens.ok if row.signed else tokens.bad
                canvas.icon(QRectF(cell.x(), cell.y(), 14, cell.height()), icon, ink, 14)
                canvas.text(cell.adjusted(19, 0, 0, 0), row.signer, fonts.mono(), tokens.text)
            case _:
                pass

    def _reason(self, canvas: Canvas, cell: QRectF, row: JournalRow) -> None:
        x = 0.0
        if row.check:
            font = fonts.sans(fonts.BASE, fonts.MEDIUM)
            x = canvas.text(cell, f"{row.check}:", font, canvas.tokens.text) + 4
        marked_text(canvas, cell.adjusted(x, 0, 0, 0), row.text, fonts.sans(), canvas.tokens.text_2, self._words)


def _time(canvas: Canvas, cell: QRectF, time: str) -> None:
    day, _, clock = time.rpartition(" ")
    used = canvas.text(cell, f"{day} ", fonts.sans(), canvas.tokens.text_2)
    canvas.text(cell.adjusted(used, 0, 0, 0), clock, fonts.sans(), canvas.tokens.text)
