"""What ring and strip have in common: 64 slots with the newest, the selected and the one under the mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from mailbox_gui.window.draw.canvas import CENTRE, Canvas
from mailbox_gui.window.models.bus_view import SLOTS, BusFilter, BusRow, BusView
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme, colour
from mailbox_gui.window.theme.topic_marks import TopicMarks
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.painted import Painted

_FADED = 0.22


class BusSlots(Painted):
    """`chosen` carries the number of the post whose slot was pressed; arrows go from slot to slot."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, marks: TopicMarks, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._marks = marks
        self.view = BusView()
        self._by_slot: dict[int, BusRow] = {}
        self._filter = BusFilter()
        self.selected = 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)

    def show_view(self, view: BusView, sieve: BusFilter, selected: int) -> None:
        """Take over what is held, what of it is filtered out, and which post is selected."""
        self.view, self._filter, self.selected = view, sieve, selected
        self._by_slot = {row.slot: row for row in view.rows}
        self.update()

    def say(self, sentence: str) -> None:
        """The ring in one sentence, for a screen reader."""
        self.setAccessibleName(sentence)

    def shape(self, slot: int) -> QPainterPath:
        """Where a slot is drawn."""
        raise NotImplementedError

    def slot_at(self, point: QPointF) -> int:
        """The slot at a place, -1 where there is none."""
        raise NotImplementedError

    def draw_slots(self, canvas: Canvas) -> None:
        """All of them; the outlined ones last, over their neighbours."""
        newest = self.view.newest
        outlined = [row.slot for row in self.view.rows if row.seq == self.selected or row is newest]
        for slot in (*(slot for slot in range(SLOTS) if slot not in outlined), *outlined):
            self._draw_slot(canvas, slot, newest)

    def _draw_slot(self, canvas: Canvas, slot: int, newest: BusRow | None) -> None:
        tokens, painter, shape = canvas.tokens, canvas.painter, self.shape(slot)
        row = self._by_slot.get(slot)
        if row is None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour(tokens.border_control), 1))
            painter.drawPath(shape)
            return
        mark = self._marks.of(row.topic)
        faded = not self._filter.shows(row)
        fill = QColor(mark.fill(tokens))
        if faded:
            fill.setAlphaF(_FADED)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawPath(shape)
        if row is newest or row.seq == self.selected:
            pen = QPen(colour(tokens.text), 2)
            if row is not newest:
                pen.setDashPattern([1.6, 1.4])
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen)
            painter.drawPath(shape)
        middle = self.middle(slot)
        place = QRectF(middle.x() - 8, middle.y() - 8, 16, 16)
        ink = tokens.text_2 if faded else mark.ink(tokens)
        canvas.text(place, mark.letter, fonts.sans(fonts.CAPTION, fonts.SEMIBOLD), ink, CENTRE)

    def middle(self, slot: int) -> QPointF:
        """Where the letter of a slot stands."""
        return self.shape(slot).boundingRect().center()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._by_slot.get(self.slot_at(event.position()))
        if event.button() == Qt.MouseButton.LeftButton and row is not None:
            self.chosen.emit(row.seq)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        row = self._by_slot.get(self.slot_at(event.position()))
        self.setCursor(Qt.CursorShape.ArrowCursor if row is None else Qt.CursorShape.PointingHandCursor)
        said = "" if row is None else f"#{row.seq} {row.label} · {row.topic}\n{row.line}"
        self.setToolTip(plain_tooltip(said))

    def leaveEvent(self, event: QEvent) -> None:
        self.setToolTip("")
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Right | Qt.Key.Key_Up:
                self._go(1)
            case Qt.Key.Key_Left | Qt.Key.Key_Down:
                self._go(-1)
            case Qt.Key.Key_Home if self.view.rows:
                self.chosen.emit(self.view.rows[0].seq)
            case Qt.Key.Key_End if self.view.rows:
                self.chosen.emit(self.view.rows[-1].seq)
            case _:
                super().keyPressEvent(event)

    def _go(self, by: int) -> None:
        """To the next newer or older post that is shown."""
        shown = [row.seq for row in reversed(self._filter.sifted(self.view.rows))]
        if not shown:
            return
        if self.selected not in shown:
            self.chosen.emit(shown[-1])
            return
        self.chosen.emit(shown[min(max(0, shown.index(self.selected) + by), len(shown) - 1)])
