"""The ring as a strip of 64 cells, for windows without room for it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.models.bus_view import SLOTS
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.theme.topic_marks import TopicMarks
from mailbox_gui.window.widgets.bus_slots import BusSlots

HEIGHT = 34
_TOP, _GAP = 5.0, 2.0


class BusStrip(BusSlots):
    """Slot 0 is at the left."""

    def __init__(self, theme: Theme, marks: TopicMarks, parent: QWidget | None = None) -> None:
        super().__init__(theme, marks, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(SLOTS * 10, HEIGHT)

    def shape(self, slot: int) -> QPainterPath:
        newest = self.view.newest
        out = 3.0 if newest is not None and newest.slot == slot else 0.0
        step = self.width() / SLOTS
        path = QPainterPath()
        cell = QRectF(slot * step + _GAP / 2, _TOP - out, step - _GAP, self.height() - 2 * _TOP + 2 * out)
        path.addRoundedRect(cell, 2, 2)
        return path

    def slot_at(self, point: QPointF) -> int:
        inside = 0 <= point.x() < self.width() and 0 <= point.y() < self.height()
        return int(point.x() / self.width() * SLOTS) if inside else -1

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        self.draw_slots(canvas)
        if self.hasFocus():
            canvas.ring(rect, 4)
