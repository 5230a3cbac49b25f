"""Paints the cells of the bus's table."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from mailbox_gui.window.draw.canvas import RIGHT, Canvas
from mailbox_gui.window.models.bus_table import (
    BODY,
    BUS_ROLE,
    HEIGHT,
    KIND,
    LABEL,
    REF,
    SEQ,
    SIGNER,
    TOPIC,
)
from mailbox_gui.window.models.bus_view import BusRow
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import kind_icon
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.theme.topic_marks import TopicMarks
from mailbox_gui.window.widgets.topic_list import topic_tile

Index = QModelIndex | QPersistentModelIndex
ROW_HEIGHT = 28
PAD = 8


class BusDelegate(QStyledItemDelegate):
    """The newest post is set in bold."""

    def __init__(self, theme: Theme, marks: TopicMarks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._marks = theme, marks
        self.newest = 0

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(option.rect.width(), ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: BusRow | None = index.data(BUS_ROLE)
        if row is None:
            return
        painter.save()
        canvas = Canvas(painter, self._theme)
        rect = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            active = option.state & QStyle.StateFlag.State_Active
            canvas.fill(rect, canvas.tokens.bg_selected if active else canvas.tokens.bg_selected_idle)
        canvas.hairline(rect.left(), rect.right(), rect.bottom() - 1, canvas.tokens.border)
        cell = rect.adjusted(PAD, 0, -PAD, -1)
        self._cell(canvas, cell, row, index.column())
        painter.restore()

    def _cell(self, canvas: Canvas, cell: QRectF, row: BusRow, column: int) -> None:
        tokens = canvas.tokens
        strong = fonts.SEMIBOLD if row.seq == self.newest else fonts.NORMAL
        if column == SEQ:
            canvas.text(cell, str(row.seq), fonts.mono(fonts.SECONDARY, fonts.SEMIBOLD), tokens.text, RIGHT)
        elif column == HEIGHT:
            canvas.text(cell, grouped(row.height), fonts.mono(), tokens.text_2, RIGHT)
        elif column == LABEL:
            used = canvas.text(cell, row.label, fonts.sans(fonts.BASE, strong), tokens.text)
            if row.by_owner:
                mark = QRectF(cell.x() + used + 2, cell.y(), 14, cell.height())
                canvas.icon(mark, "circle-wavy-check-fill", tokens.accent_text, 14)
        elif column == TOPIC:
            topic_tile(canvas, QRectF(cell.x(), cell.center().y() - 8, 16, 16), self._marks.of(row.topic))
            canvas.text(cell.adjusted(22, 0, 0, 0), row.topic, fonts.sans(), tokens.text)
        elif column == KIND and row.kind:
            canvas.icon(QRectF(cell.x(), cell.y(), 14, cell.height()), kind_icon(row.kind), tokens.text_2, 14)
            canvas.text(cell.adjusted(19, 0, 0, 0), row.kind, fonts.sans(), tokens.text_2)
        elif column == REF:
            # Of a message's id the end tells it from others.
            ref = f"…{row.ref[-4:]}" if row.message else row.ref
            canvas.text(cell, ref, fonts.mono(), tokens.text_2, RIGHT)
        elif column == BODY:
            canvas.text(cell, row.line, fonts.sans(fonts.BASE, strong), tokens.text)
        elif column == SIGNER:
            _signer(canvas, cell, row)


def _signer(canvas: Canvas, cell: QRectF, row: BusRow) -> None:
    tokens, proof = canvas.tokens, row.proof
    icon, ink = "circle-wavy-check-fill", tokens.ok
    if proof.tone == "bad":
        icon, ink = "circle-wavy-warning-fill", tokens.bad
    elif not proof.holds:
        icon, ink = "circle-dashed", tokens.text_3
    elif proof.tone == "quiet":
        icon, ink = "circle-wavy-check", tokens.text_2
    canvas.icon(QRectF(cell.x(), cell.y(), 14, cell.height()), icon, ink, 14)
    canvas.text(cell.adjusted(18, 0, 0, 0), row.signer, fonts.mono(), tokens.text)


def grouped(number: int) -> str:
    """Digits in threes."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
