"""Paints a row of the command palette: the action with the letters that were found, its group, its keys."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.draw.parts import key_cap, key_cap_width
from mailbox_gui.window.models.command_list import ROW_ROLE, CommandRow
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme

HEIGHT = 36
_PAD, _GAP = 12, 4


class CommandDelegate(QStyledItemDelegate):
    """Rows of 36 pixels."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(option.rect.width(), HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row: CommandRow | None = index.data(ROW_ROLE)
        if row is None:
            return
        painter.save()
        canvas = Canvas(painter, self._theme)
        tokens = canvas.tokens
        box = QRectF(option.rect).adjusted(8, 0, -8, 0)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected:
            canvas.box(box, 6, fill=tokens.bg_selected)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            canvas.box(box, 6, fill=tokens.bg_hover)
        right = self._keys(canvas, box, row)
        small = fonts.sans(fonts.SECONDARY)
        group_left = right - text_width(row.group, small)
        canvas.text(QRectF(group_left, box.y(), right - group_left + 1, box.height()), row.group, small, tokens.text_3)
        room = QRectF(box.x() + _PAD, box.y(), group_left - 12 - box.x() - _PAD, box.height())
        self._name(canvas, room, row)
        painter.restore()

    def _keys(self, canvas: Canvas, box: QRectF, row: CommandRow) -> float:
        """Draw the first key that does it at the right edge; answers where it begins."""
        right = box.right() - _PAD
        if not row.keys:
            return right
        strokes = row.keys[0].split(", ")
        left = right - sum(key_cap_width(stroke) for stroke in strokes) - _GAP * (len(strokes) - 1)
        at = left
        for stroke in strokes:
            at += key_cap(canvas, at, box.center().y(), stroke) + _GAP
        return left - 12

    def _name(self, canvas: Canvas, room: QRectF, row: CommandRow) -> None:
        tokens = canvas.tokens
        plain, bold = fonts.sans(), fonts.sans(fonts.BASE, fonts.SEMIBOLD)
        x = room.x()
        for text, found in _pieces(row.command.name, row.places):
            ink = tokens.accent_text if found else tokens.text
            piece = QRectF(x, room.y(), room.right() - x, room.height())
            x += canvas.text(piece, text, bold if found else plain, ink)


def _pieces(name: str, places: tuple[int, ...]) -> list[tuple[str, bool]]:
    """The name cut where letters that were found begin and end."""
    pieces: list[tuple[str, bool]] = []
    found = set(places)
    for place, character in enumerate(name):
        if pieces and pieces[-1][1] == (place in found):
            pieces[-1] = (pieces[-1][0] + character, pieces[-1][1])
        else:
            pieces.append((character, place in found))
    return pieces
