"""The ring of the bus: 64 slots clockwise from the top, the newest stands out, the middle tells of it."""

from __future__ import annotations

import math
from datetime import datetime

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import CENTRE, Canvas
from mailbox_gui.window.models.bus_view import SLOTS, age_of
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.theme.topic_marks import TopicMarks
from mailbox_gui.window.widgets.bus_slots import BusSlots

OUTER, THICK, OUT = 150.0, 38.0, 7.0
_STEP = 360.0 / SLOTS
_GAP = 0.7
_NUMBER = 28


class BusRing(BusSlots):
    """Slot 0 begins at the top. `tick` says the age of the newest anew."""

    def __init__(self, theme: Theme, marks: TopicMarks, parent: QWidget | None = None) -> None:
        super().__init__(theme, marks, parent)
        self._age = ""
        self._word = "Nothing yet"
        self._shapes: dict[tuple[int, bool], QPainterPath] = {}
        self._placed = QPointF()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(344, 356)

    def tick(self, now: datetime) -> None:
        """Say the age of the newest post."""
        said = age_of(self.view.newest, now)
        if said != self._age:
            self._age = said
            self.update()

    def say_empty(self, word: str) -> None:
        """What stands in the middle of an empty ring."""
        self._word = word
        self.update()

    @property
    def centre(self) -> QPointF:
        """The middle of the ring."""
        return QPointF(self.width() / 2, self.height() / 2)

    def shape(self, slot: int) -> QPainterPath:
        newest = self.view.newest
        out = newest is not None and newest.slot == slot
        if self._placed != self.centre:
            self._placed = self.centre
            self._shapes.clear()
        known = self._shapes.get((slot, out))
        if known is None:
            known = self._shapes[slot, out] = self._arcs(slot, OUT if out else 0.0)
        return known

    def _arcs(self, slot: int, out: float) -> QPainterPath:
        """Two arcs, joined. Qt counts angles against the clock from three o'clock."""
        begin = 90 - slot * _STEP - _GAP / 2
        sweep = _STEP - _GAP
        path = QPainterPath()
        path.arcMoveTo(_circle(self.centre, OUTER + out), begin)
        path.arcTo(_circle(self.centre, OUTER + out), begin, -sweep)
        path.arcTo(_circle(self.centre, OUTER - THICK + out / 2), begin - sweep, sweep)
        path.closeSubpath()
        return path

    def slot_at(self, point: QPointF) -> int:
        away = point - self.centre
        radius = math.hypot(away.x(), away.y())
        if not OUTER - THICK <= radius <= OUTER + OUT:
            return -1
        angle = math.degrees(math.atan2(away.x(), -away.y())) % 360
        return min(SLOTS - 1, int(angle / _STEP))

    def middle(self, slot: int) -> QPointF:
        newest = self.view.newest
        out = OUT * 0.75 if newest is not None and newest.slot == slot else 0.0
        return self._at(slot, OUTER - THICK / 2 + out)

    def _at(self, slot: int, radius: float) -> QPointF:
        angle = math.radians((slot + 0.5) * _STEP)
        return self.centre + QPointF(math.sin(angle), -math.cos(angle)) * radius

    def draw(self, canvas: Canvas, _rect: QRectF) -> None:
        self.draw_slots(canvas)
        self._numbers(canvas)
        self._words(canvas)
        if self.hasFocus():
            canvas.box(_circle(self.centre, OUTER - THICK - 6), OUTER - THICK - 6, line=canvas.tokens.focus, width=2)

    def _numbers(self, canvas: Canvas) -> None:
        newest = self.view.newest
        for slot in (0, 16, 32, 48):
            if newest is None or min((newest.slot - slot) % SLOTS, (slot - newest.slot) % SLOTS) > 1:
                self._number(canvas, slot, str(slot), 14)
        if newest is not None:
            font_gap = 18 + OUT
            self._number(canvas, newest.slot, str(newest.seq), font_gap, strong=True)

    def _number(self, canvas: Canvas, slot: int, text: str, away: float, *, strong: bool = False) -> None:
        place = self._at(slot, OUTER + away)
        font = fonts.sans(fonts.CAPTION, fonts.SEMIBOLD if strong else fonts.NORMAL)
        ink = canvas.tokens.text if strong else canvas.tokens.text_3
        # Beside the ring the words need their width to the outer side.
        side = math.sin(math.radians((slot + 0.5) * _STEP))
        room = QRectF(place.x() - 20 + side * 4, place.y() - 8, 40, 16)
        canvas.text(room, text, font, ink, CENTRE)

    def _words(self, canvas: Canvas) -> None:
        tokens, newest = canvas.tokens, self.view.newest
        x, y = self.centre.x() - 96, self.centre.y()

        def line(top: float, text: str, height: float = 20, *, large: bool = False) -> None:
            font = fonts.sans(_NUMBER, fonts.SEMIBOLD) if large else fonts.sans()
            canvas.text(QRectF(x, y + top, 192, height), text, font, tokens.text if large else tokens.text_2, CENTRE)

        if newest is None:
            line(-10, self._word)
            return
        oldest = self.view.rows[-1]
        free = SLOTS - len(self.view.rows)
        line(-41, "newest")
        line(-22, f"#{newest.seq}", 36, large=True)
        line(14, f"in slot {newest.slot}{', ' if self._age else ''}{self._age}")
        goes = f"{free} slot{' is' if free == 1 else 's are'} free" if free else f"oldest #{oldest.seq} goes next"
        line(34, goes)


def _circle(centre: QPointF, radius: float) -> QRectF:
    return QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
