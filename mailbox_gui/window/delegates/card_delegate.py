"""Paints debts as cards: who, how late, what, owed to whom and for how long; the card under the cursor has room for
its actions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import RIGHT, Canvas, fitted, metrics, text_width
from mailbox_gui.window.models.debt_list import ROW_ROLE
from mailbox_gui.window.models.debt_row import DebtRow
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import CHIP_SIZE
from mailbox_gui.window.theme.theme import Theme

Index = QModelIndex | QPersistentModelIndex
CARD, LINE, GAP, ACTIONS = 90, 18, 8, 36
SIDE, _PAD = 8, 12
_LONGEST = 300


class CardDelegate(QStyledItemDelegate):
    """`grown` is the number of the debt whose card carries the actions, 0 without any."""

    def __init__(self, theme: Theme, clock: Callable[[], datetime], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._clock = clock
        self.grown = 0

    def height(self, row: DebtRow, width: int) -> int:
        """The height of a card of that width, the gap below it included."""
        lines = len(two_lines(row.title, width - 2 * _PAD))
        more = (lines > 1) + bool(row.detail) + bool(row.hint)
        return CARD + LINE * more + GAP + (ACTIONS if row.number == self.grown else 0)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: DebtRow | None = index.data(ROW_ROLE)
        card = card_rect(QRectF(option.rect), option.widget).width()
        return QSize(option.rect.width(), self.height(row, int(card)) if row is not None else CARD + GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: DebtRow | None = index.data(ROW_ROLE)
        if row is None:
            return
        painter.save()
        canvas = Canvas(painter, self._theme)
        card = card_rect(QRectF(option.rect), option.widget)
        tokens, state = canvas.tokens, option.state
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        if focused and state & QStyle.StateFlag.State_KeyboardFocusChange:
            canvas.box(card, 8, fill=tokens.bg_surface, line=tokens.focus, width=2)
        else:
            hovered = bool(state & QStyle.StateFlag.State_MouseOver)
            chosen = bool(state & QStyle.StateFlag.State_Selected)
            line = tokens.accent if focused else tokens.border_control if hovered or chosen else tokens.border
            canvas.box(card, 8, fill=tokens.bg_surface, line=line)
        self._contents(canvas, card, row)
        painter.restore()

    def _contents(self, canvas: Canvas, card: QRectF, row: DebtRow) -> None:
        tokens, now = canvas.tokens, self._clock()
        x, right, y = card.x() + _PAD, card.right() - _PAD, card.y()
        room = right - x
        parts.avatar(canvas, QRectF(x, y + 12, 20, 20), row.debt.debtor, by_owner=row.by_owner)
        bold = fonts.sans(fonts.BASE, fonts.SEMIBOLD)
        late, words = row.due_words(now)
        if due_width(late, words) > room - 34 - text_width(row.debtor, bold):
            late, words = row.due_words(now, short=True)
        taken = _due(canvas, right, y + 22, late, words)
        canvas.text(QRectF(x + 28, y + 12, room - 28 - taken - 6, 20), row.debtor, bold, tokens.text)
        middle = y + 47
        for line in two_lines(row.title, int(room)):
            canvas.text(QRectF(x, middle - 10, room, 20), line, fonts.sans(fonts.BASE, fonts.MEDIUM), tokens.text)
            middle += LINE
        middle += 1
        if row.detail:
            font = fonts.mono(fonts.CAPTION) if row.debt.marker else fonts.sans(fonts.SECONDARY)
            canvas.text(QRectF(x, middle - 10, room, 20), row.detail, font, tokens.text_3)
            middle += LINE
        if row.hint:
            canvas.icon(QRectF(x, middle - 10, CHIP_SIZE, 20), "check-circle-bold", tokens.hold, CHIP_SIZE)
            small = fonts.sans(fonts.SECONDARY, fonts.MEDIUM)
            canvas.text(QRectF(x + 19, middle - 10, room - 19, 20), row.hint, small, tokens.hold)
            middle += LINE
        middle += 4
        small = fonts.sans(fonts.SECONDARY)
        words = row.age_words(now)
        width = text_width(words, small)
        canvas.text(QRectF(right - width - 2, middle - 10, width + 2, 20), words, small, tokens.text_2, RIGHT)
        canvas.icon(QRectF(right - width - 18, middle - 10, 12, 20), "hourglass-bold", tokens.text_2, 12)
        canvas.text(QRectF(x, middle - 10, room - width - 26, 20), row.owes, small, tokens.text_2)


def card_rect(item: QRectF, view: QWidget | None) -> QRectF:
    """The card in the place of its item. It is as wide beside a scroll bar as without one."""
    bar = view.width() - item.width() if view is not None else 0
    return item.adjusted(SIDE, 0, -max(1, SIDE - bar), -GAP)


def due_width(late: bool, words: str) -> float:
    """The width of icon and words."""
    return text_width(words, fonts.sans(fonts.SECONDARY, fonts.SEMIBOLD if late else fonts.NORMAL)) + 20


def _due(canvas: Canvas, right: float, middle: float, late: bool, words: str) -> float:
    """How late it is, or how soon; answers the width. Never by colour alone: late has another icon and other words."""
    if not words:
        return 0.0
    tokens = canvas.tokens
    font = fonts.sans(fonts.SECONDARY, fonts.SEMIBOLD if late else fonts.NORMAL)
    ink, icon = (tokens.bad, "warning-circle-fill") if late else (tokens.text_2, "clock")
    width = text_width(words, font)
    canvas.text(QRectF(right - width - 2, middle - 10, width + 2, 20), words, font, ink, RIGHT)
    canvas.icon(QRectF(right - width - 20, middle - 10, CHIP_SIZE, 20), icon, ink, CHIP_SIZE)
    return width + 20


@lru_cache(maxsize=4096)
def two_lines(text: str, room: int) -> tuple[str, ...]:
    """A title in one line, or in two of which the second is cut; a word that is too long is broken."""
    font: QFont = fonts.sans(fonts.BASE, fonts.MEDIUM)
    text = text[:_LONGEST]
    if text_width(text, font) <= room:
        return (text,)
    fits = _fitting(text, font, room)
    blank = text.rfind(" ", 1, fits + 1)
    cut = blank if blank > 0 else max(1, fits)
    return text[:cut].rstrip(), fitted(text[cut:].lstrip(), font, room)[0]


def _fitting(text: str, font: QFont, room: int) -> int:
    """How many characters fit."""
    measure, low, high = metrics(font), 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if measure.horizontalAdvance(text[:middle]) <= room else (low, middle - 1)
    return low
