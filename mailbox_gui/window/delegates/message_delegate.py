"""Paints messages in lists: queue rows of 88 or 64 pixels, pane rows of 56, decided rows of 40, and their groups."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import CENTRE, RIGHT, Canvas, text_width
from mailbox_gui.window.draw.verdicts import HELD, MARKS
from mailbox_gui.window.models.list_items import (
    DecidedItem,
    GroupItem,
    ListItem,
    LoadingItem,
    PaneItem,
    SentenceItem,
    WaitingItem,
)
from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.models.message_list import ITEM_ROLE
from mailbox_gui.window.moments import age
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import kind_icon
from mailbox_gui.window.theme.theme import Theme

Index = QModelIndex | QPersistentModelIndex
ROW, COMPACT_ROW, PANE_ROW, DECIDED_ROW, GROUP_ROW, COMPACT_GROUP_ROW, SENTENCE_ROW = 88, 64, 56, 40, 48, 40, 132
_EDGE = 16
_INDENT = 44


class MessageDelegate(QStyledItemDelegate):
    """One delegate for every list of messages; `compact` is the small window's form."""

    def __init__(self, theme: Theme, clock: Callable[[], datetime], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._clock = clock
        self._narrow = False
        self._excerpts = True

    @property
    def _compact(self) -> bool:
        return self._narrow or self._theme.compact

    def set_compact(self, compact: bool) -> None:
        """Rows of 64 pixels without kind and excerpt, instead of 88; the owner may have chosen them for any width."""
        self._narrow = compact

    def set_excerpts(self, shown: bool) -> None:
        """Whether the third line carries the beginning of the body beside the kind."""
        self._excerpts = shown

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        item: ListItem | None = index.data(ITEM_ROLE)
        height = DECIDED_ROW
        match item:
            case WaitingItem() | LoadingItem():
                height = COMPACT_ROW if self._compact else ROW
            case PaneItem():
                height = PANE_ROW
            case GroupItem():
                height = COMPACT_GROUP_ROW if self._compact else GROUP_ROW
            case SentenceItem():
                height = SENTENCE_ROW
            case DecidedItem() | None:
                pass
        return QSize(option.rect.width(), height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item: ListItem | None = index.data(ITEM_ROLE)
        if item is None:
            return
        painter.save()
        canvas = Canvas(painter, self._theme)
        rect = QRectF(option.rect)
        bar = not isinstance(item, DecidedItem | GroupItem)
        _ground(canvas, rect, option, bar=bar)
        match item:
            case WaitingItem(row):
                self._waiting(canvas, rect, row)
            case PaneItem(row):
                _pane(canvas, rect, row)
            case DecidedItem(row, when, pending):
                _decided(canvas, rect, row, when, pending=pending)
            case GroupItem(title, count, is_open):
                _group(canvas, rect, title, count, is_open=is_open)
            case LoadingItem(place):
                _loading(canvas, rect, place)
            case SentenceItem(headline, sentence, icon):
                _sentence(canvas, rect, headline, sentence, icon)
        if option.state & QStyle.StateFlag.State_HasFocus and option.state & QStyle.StateFlag.State_KeyboardFocusChange:
            canvas.ring(rect.adjusted(1, 1, -1, -1), 4)
        painter.restore()

    def _waiting(self, canvas: Canvas, rect: QRectF, row: ListRow) -> None:
        tokens = canvas.tokens
        x, y, right = rect.x() + _EDGE, rect.y(), rect.right() - (12 if self._compact else _EDGE)
        first, second, third = y + 21, y + 44, y + 67
        parts.avatar(canvas, QRectF(x, first - 10, 20, 20), row.sender, by_owner=row.by_owner)
        text = rect.x() + _INDENT
        taken = self._age(canvas, right, first, row)
        room = QRectF(text, first - 10, right - taken - 8 - text, 20)
        parts.pair(canvas, room, row.sender, row.recipient, by_owner=row.by_owner)
        weight = fonts.SEMIBOLD if row.unread else fonts.MEDIUM
        left = text
        if row.unread:
            canvas.dot(QPointF(left + 4, second), 4, tokens.accent)
            left += 14
        canvas.text(QRectF(left, second - 10, right - left, 20), row.topic, fonts.sans(weight=weight), tokens.text)
        if not self._compact:
            wide = parts.chip(canvas, text, third, row.kind, kind_icon(row.kind), room=right - text) + 8
            if self._excerpts:
                room = QRectF(text + wide, third - 10, right - text - wide, 20)
                canvas.text(room, row.excerpt, fonts.sans(), tokens.text_2)
        canvas.hairline(rect.left(), rect.right(), rect.bottom() - 1, tokens.border)

    def _age(self, canvas: Canvas, right: float, middle: float, row: ListRow) -> float:
        """How long a held message waits, or when another one came; answers the width."""
        if row.verdict != HELD.word:
            width = text_width(row.stamp, fonts.sans(fonts.SECONDARY))
            room = QRectF(right - width - 2, middle - 10, width + 2, 20)
            canvas.text(room, row.stamp, fonts.sans(fonts.SECONDARY), canvas.tokens.text_3, RIGHT)
            return width
        tone, icon = canvas.tokens.hold, HELD.icon
        words = age(self._clock() - row.at)
        if row.flag == "changed":
            tone, icon, words = canvas.tokens.bad, "warning-circle-fill", "changed"
        elif row.flag == "broken":
            tone, icon, words = canvas.tokens.bad, "circle-wavy-warning-fill", "signature broken"
        elif row.flag == "asked":
            tone, icon, words = canvas.tokens.text_2, "arrow-bend-up-left-bold", "asked back"
        font = fonts.sans(fonts.SECONDARY, fonts.MEDIUM)
        width = text_width(words, font)
        canvas.text(QRectF(right - width - 2, middle - 10, width + 2, 20), words, font, tone, RIGHT)
        canvas.icon(QRectF(right - width - 20, middle - 10, 14, 20), icon, tone, 14)
        return width + 20


def _ground(canvas: Canvas, rect: QRectF, option: QStyleOptionViewItem, *, bar: bool) -> None:
    state = option.state
    if state & QStyle.StateFlag.State_Selected:
        active = state & QStyle.StateFlag.State_Active
        canvas.fill(rect, canvas.tokens.bg_selected if active else canvas.tokens.bg_selected_idle)
        if bar:
            canvas.fill(QRectF(rect.x(), rect.y(), 3, rect.height()), canvas.tokens.accent)
    elif state & QStyle.StateFlag.State_MouseOver and state & QStyle.StateFlag.State_Enabled:
        canvas.fill(rect, canvas.tokens.bg_subtle)


def _pane(canvas: Canvas, rect: QRectF, row: ListRow) -> None:
    tokens = canvas.tokens
    x, right, first, second = rect.x() + _EDGE, rect.right() - _EDGE, rect.y() + 18, rect.y() + 38
    small = fonts.sans(fonts.SECONDARY)
    stamp = text_width(row.stamp, small)
    canvas.text(QRectF(right - stamp - 2, first - 10, stamp + 2, 20), row.stamp, small, tokens.text_3, RIGHT)
    left, end = x, right - stamp - 16
    if row.unread:
        canvas.dot(QPointF(left + 4, first), 4, tokens.accent)
        left += 16
    room = QRectF(left, first - 10, end - left, 20)
    left += parts.pair(canvas, room, row.sender, row.recipient, by_owner=row.by_owner) + 8
    topic = fonts.sans(fonts.BASE, fonts.SEMIBOLD if row.unread else fonts.NORMAL)
    ink = tokens.text if row.unread else tokens.text_2
    canvas.text(QRectF(left, first - 10, end - left, 20), row.topic, topic, ink)
    mark = MARKS.get(row.verdict)
    taken = 0.0
    if mark is not None:
        taken = parts.verdict_width(mark.word)
        parts.verdict(canvas, QRectF(right - taken, second - 10, taken + 2, 20), mark)
    canvas.text(
        QRectF(x, second - 10, right - taken - 8 - x, 20),
        row.reason or row.second,
        small,
        tokens.bad if row.reason else tokens.text_2,
    )
    canvas.hairline(rect.left(), rect.right(), rect.bottom() - 1, tokens.border)


def _decided(canvas: Canvas, rect: QRectF, row: ListRow, when: str, *, pending: bool) -> None:
    tokens = canvas.tokens
    x, right, middle = rect.x() + _EDGE, rect.right() - _EDGE, rect.center().y()
    mark = MARKS.get(row.verdict)
    if mark is not None:
        parts.verdict(canvas, QRectF(x, middle - 10, 84, 20), mark)
    small = fonts.sans(fonts.SECONDARY)
    width = text_width(when, small)
    ink = tokens.text_2 if pending else tokens.text_3
    canvas.text(QRectF(right - width - 2, middle - 10, width + 2, 20), when, small, ink, RIGHT)
    left, end = x + 92, right - width - 10
    room = QRectF(left, middle - 10, end - left, 20)
    left += parts.pair(canvas, room, row.sender, row.recipient, medium=True, by_owner=row.by_owner) + 8
    canvas.text(QRectF(left, middle - 10, end - left, 20), row.topic, fonts.sans(), tokens.text_2)


def _group(canvas: Canvas, rect: QRectF, title: str, count: int, *, is_open: bool) -> None:
    tokens = canvas.tokens
    middle = rect.center().y() + (4 if rect.height() == GROUP_ROW else 0)
    caret = "caret-down" if is_open else "caret-right"
    canvas.icon(QRectF(rect.x() + _EDGE, middle - 8, 12, 16), caret, tokens.text_2, 12)
    x = rect.x() + _EDGE + 18
    font = fonts.sans(fonts.SECONDARY, fonts.SEMIBOLD)
    x += canvas.text(QRectF(x, middle - 10, rect.right() - x, 20), title, font, tokens.text_2) + 7
    canvas.text(QRectF(x, middle - 10, rect.right() - x, 20), str(count), fonts.sans(fonts.SECONDARY), tokens.text_3)


def _loading(canvas: Canvas, rect: QRectF, place: int) -> None:
    grey = canvas.tokens.bg_hover
    canvas.box(QRectF(rect.x() + _EDGE, rect.y() + 12, 20, 20), 5, fill=grey)
    for line, share in enumerate((0.4, 0.7 - 0.1 * (place % 3), 0.6)):
        top = rect.y() + 16 + 23 * line
        if top + 12 < rect.bottom():
            canvas.box(QRectF(rect.x() + _INDENT, top, (rect.width() - _INDENT - _EDGE) * share, 10), 4, fill=grey)
    canvas.hairline(rect.left(), rect.right(), rect.bottom() - 1, canvas.tokens.border)


def _sentence(canvas: Canvas, rect: QRectF, headline: str, sentence: str, icon: str) -> None:
    tokens = canvas.tokens
    middle = rect.center().y()
    if icon:
        canvas.icon(QRectF(rect.x(), middle - 44, rect.width(), 28), icon, tokens.text_3, 24)
    room = rect.adjusted(_EDGE, 0, -_EDGE, 0)
    bold = fonts.sans(fonts.BASE, fonts.MEDIUM)
    canvas.text(QRectF(room.x(), middle - 10, room.width(), 20), headline, bold, tokens.text_2, CENTRE)
    small = fonts.sans(fonts.SECONDARY)
    canvas.text(QRectF(room.x(), middle + 12, room.width(), 18), sentence, small, tokens.text_3, CENTRE)
