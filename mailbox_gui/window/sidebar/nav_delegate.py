"""Paints the rows of the sidebar, wide or as a rail of icons."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import CENTRE, Canvas, text_width
from mailbox_gui.window.sidebar.nav_model import NAV_ROLE, AgentPlace, NavItem, Place, Section
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import NAV_SIZE
from mailbox_gui.window.theme.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_FILLED = {"tray", "book-open", "envelope-simple"}


class NavDelegate(QStyledItemDelegate):
    """`rail` is the 56 pixel form of small windows: icons with the badge at their corner."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rail = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        item: NavItem | None = index.data(NAV_ROLE)
        if isinstance(item, Section):
            first = index.row() == 0
            height = (8 if first else 17) if self.rail else (32 if first else 36)
        else:
            height = 40 if self.rail else 32
        if self.rail and isinstance(item, AgentPlace):
            height = 36
        return QSize(option.rect.width(), height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item: NavItem | None = index.data(NAV_ROLE)
        painter.save()
        canvas = Canvas(painter, self._theme)
        rect = QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        match item:
            case Section(title):
                self._section(canvas, rect, title, first=index.row() == 0)
            case Place() | AgentPlace():
                inset = 8 if not self.rail else 7
                row = rect.adjusted(inset, 0, -inset, 0)
                if self.rail:
                    row = QRectF(rect.center().x() - 20, rect.center().y() - 16, 40, 32)
                if selected:
                    canvas.box(row, 6, fill=canvas.tokens.bg_selected)
                elif hovered:
                    canvas.box(row, 6, fill=canvas.tokens.bg_selected_idle)
                if self.rail:
                    self._rail(canvas, row, item, selected=selected)
                else:
                    self._wide(canvas, row, item, selected=selected)
                state = option.state
                if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
                    canvas.ring(row, 6)
            case None:
                pass
        painter.restore()

    def _section(self, canvas: Canvas, rect: QRectF, title: str, *, first: bool) -> None:
        if self.rail:
            if not first:
                canvas.hairline(rect.x() + 8, rect.right() - 8, rect.center().y(), canvas.tokens.border)
            return
        room = QRectF(rect.x() + 16, rect.bottom() - 20, rect.width() - 32, 16)
        canvas.text(room, title, fonts.section(), canvas.tokens.text_3)

    def _wide(self, canvas: Canvas, row: QRectF, item: Place | AgentPlace, *, selected: bool) -> None:
        tokens = canvas.tokens
        middle, right = row.center().y(), row.right() - 8
        ink = tokens.accent_text if selected else tokens.text
        font = fonts.sans(fonts.BASE, fonts.SEMIBOLD if selected else fonts.NORMAL)
        if isinstance(item, Place):
            if item.badge and item.late:
                right -= _late(canvas, right, middle, _count(item.badge)) + 8
            elif item.badge:
                right -= parts.badge(canvas, right, middle, _count(item.badge), accent=item.accent) + 8
            icon_ink = tokens.accent_text if selected else tokens.text_2
            room = QRectF(row.x() + 8, row.y(), 18, row.height())
            canvas.icon(room, _icon(item, selected=selected), icon_ink, NAV_SIZE)
            canvas.text(QRectF(row.x() + 36, row.y(), right - row.x() - 36, row.height()), item.title, font, ink)
            return
        glance = item.glance
        parts.avatar(canvas, QRectF(row.x() + 8, middle - 10, 20, 20), glance.name)
        if glance.unread:
            parts.badge(canvas, right, middle, _count(glance.unread))
        dot = row.right() - 43
        parts.status_dot(canvas, QPointF(dot, middle), glance.state)
        canvas.text(QRectF(row.x() + 38, row.y(), dot - 12 - row.x() - 38, row.height()), glance.name, font, ink)

    def _rail(self, canvas: Canvas, row: QRectF, item: Place | AgentPlace, *, selected: bool) -> None:
        tokens = canvas.tokens
        centre = row.center()
        if isinstance(item, Place):
            ink = tokens.accent_text if selected else tokens.text_2
            canvas.icon(row, _icon(item, selected=selected), ink, NAV_SIZE + 2)
            count, accent, late = item.badge, item.accent, item.late
        else:
            parts.avatar(canvas, QRectF(centre.x() - 12, centre.y() - 12, 24, 24), item.glance.name)
            if item.glance.state in ("paused", "missing"):
                parts.status_dot(canvas, QPointF(centre.x() - 10, centre.y() + 11), item.glance.state)
            count, accent, late = item.glance.unread, False, False
        if count:
            _corner(canvas, QPointF(centre.x() + 11, centre.y() - 10), _count(count), accent=accent, late=late)


def _late(canvas: Canvas, right: float, middle: float, text: str) -> float:
    """A count of what is overdue, with a clock: never by its colour alone. Answers its width."""
    tokens, font = canvas.tokens, fonts.sans(fonts.CAPTION, fonts.SEMIBOLD)
    width = text_width(text, font) + 27
    rect = QRectF(right - width, middle - parts.BADGE_HEIGHT / 2, width, parts.BADGE_HEIGHT)
    canvas.box(rect, parts.BADGE_HEIGHT / 2, fill=tokens.bad_soft)
    canvas.icon(QRectF(rect.x() + 6, rect.y(), 12, rect.height()), "clock-bold", tokens.bad, 12)
    canvas.text(rect.adjusted(21, 0, -4, 0), text, font, tokens.bad)
    return width


def _corner(canvas: Canvas, centre: QPointF, text: str, *, accent: bool, late: bool = False) -> None:
    """A small count at the corner of an icon."""
    tokens = canvas.tokens
    font = fonts.sans(10, fonts.SEMIBOLD)
    width = max(16.0, text_width(text, font) + 8)
    rect = QRectF(centre.x() - width / 2, centre.y() - 8, width, 16)
    fill = tokens.accent if accent else tokens.bad_soft if late else tokens.bg_selected_idle
    canvas.box(rect, 8, fill=fill)
    canvas.text(rect, text, font, tokens.on_accent if accent else tokens.bad if late else tokens.text_2, CENTRE)


def _icon(place: Place, *, selected: bool) -> str:
    return f"{place.icon}-fill" if selected and place.icon in _FILLED else place.icon


def _count(number: int) -> str:
    return str(number) if number < 1000 else "999+"
