"""The bars over the journal's table: verdicts stacked, a range between two handles, all of it by mouse and by keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import CENTRE, LEFT, RIGHT, Canvas, translucent
from mailbox_gui.window.draw.verdicts import Tone
from mailbox_gui.window.models.histogram import HistogramView
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.painted import Painted

HEIGHT: Final = 116
_LEFT, _RIGHT, _TOP, _FLOOR, _GAP = 49, 33, 8, 80, 1.5
_HANDLE_WIDTH, _NAME_ROOM = 10, 92
_KEYS_REST_MS: Final = 250
_STACK: Final[tuple[Tone, ...]] = ("bad", "hold", "ok")
_SAID: Final = {"ok": "accepted", "hold": "held", "bad": "rejected"}


class Histogram(Painted):
    """`chosen` carries the bars from which to before which the owner wants to see; all of them means no range."""

    chosen = Signal(int, int)

    def __init__(self, theme: Theme, clock: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._clock = clock
        self._view = HistogramView()
        self._begun: int | None = None
        self.setFixedHeight(HEIGHT)
        self.setMinimumWidth(320)
        self.setMouseTracking(True)
        self.setAccessibleName("Histogram")
        self.handles = (_Handle(theme, self, "begins"), _Handle(theme, self, "ends"))
        for handle in self.handles:
            handle.moved.connect(self._on_moved)
            handle.dropped.connect(self._on_dropped)
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(_KEYS_REST_MS)
        self._resting.timeout.connect(self._tell)

    @property
    def view(self) -> HistogramView:
        """What is shown, with the range as it is being moved."""
        return self._view

    def show_view(self, view: HistogramView) -> None:
        """Show other bars; a range that is being moved stays where it is."""
        if self._moving() and len(view.bars) == len(self._view.bars):
            view = replace(view, first=self._view.first, beyond=self._view.beyond)
        self._view = view
        self._range_changed()

    def sizeHint(self) -> QSize:
        return QSize(640, HEIGHT)

    def x_of(self, edge: float) -> float:
        """Where the edge before the bar of that number lies."""
        room = max(1, self.width() - _LEFT - _RIGHT)
        return _LEFT + room * edge / max(1, len(self._view.bars))

    def bar_at(self, x: float) -> int:
        """The bar at a place, the nearest one beside the bars."""
        room = max(1, self.width() - _LEFT - _RIGHT)
        place = int((x - _LEFT) * len(self._view.bars) / room)
        return min(max(place, 0), len(self._view.bars) - 1)

    def edge_at(self, x: float) -> int:
        """The edge between bars that is nearest to a place."""
        room = max(1, self.width() - _LEFT - _RIGHT)
        return min(max(round((x - _LEFT) * len(self._view.bars) / room), 0), len(self._view.bars))

    # the range

    def _moving(self) -> bool:
        return self._begun is not None or self._resting.isActive() or any(each.held for each in self.handles)

    def move_edge(self, handle: int, edge: int) -> None:
        """The range's beginning (0) or end (1) goes to an edge; they do not pass each other."""
        view = self._view
        if handle == 0:
            self._view = replace(view, first=min(max(edge, 0), view.beyond - 1))
        else:
            self._view = replace(view, beyond=max(min(edge, len(view.bars)), view.first + 1))
        self._range_changed()

    def _range_changed(self) -> None:
        now, view = self._clock(), self._view
        self.setAccessibleName(view.words(now))
        for place, handle in enumerate(self.handles):
            edge = (view.first, view.beyond)[place]
            handle.setVisible(bool(view.bars))
            if view.bars:
                handle.setAccessibleName(
                    f"The range {handle.side} {view.stamp(view.edge(edge), now)}, arrow keys move it"
                )
                handle.move(round(self.x_of(edge) - _HANDLE_WIDTH / 2), 0)
        self.update()

    @Slot(int)
    def _on_moved(self, edge: int) -> None:
        self.move_edge(0 if self.sender() is self.handles[0] else 1, edge)
        self._resting.start()

    @Slot()
    def _on_dropped(self) -> None:
        self._resting.stop()
        self._tell()

    @Slot()
    def _tell(self) -> None:
        if self._view.bars and not any(each.held for each in self.handles):
            self.chosen.emit(self._view.first, self._view.beyond)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._view.bars:
            self._begun = self.bar_at(event.position().x())
            self._select(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._begun is not None:
            self._select(event.position().x())
        elif self._view.bars:
            self._tell_bar(self.bar_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._begun is not None:
            self._begun = None
            self._tell()

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Everything again."""
        if self._view.bars:
            self._begun = None
            self._view = replace(self._view, first=0, beyond=len(self._view.bars))
            self._range_changed()
            self._tell()

    def _select(self, x: float) -> None:
        assert self._begun is not None
        here = self.bar_at(x)
        self._view = replace(self._view, first=min(here, self._begun), beyond=max(here, self._begun) + 1)
        self._range_changed()

    def _tell_bar(self, place: int) -> None:
        bar = self._view.bars[place]
        parts = [f"{getattr(bar, tone):,} {_SAID[tone]}" for tone in reversed(_STACK) if getattr(bar, tone)]
        when = self._view.stamp(bar.start, self._clock())
        self.setToolTip(plain_tooltip(f"{when}: {', '.join(parts) or 'nothing'}"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._range_changed()

    # painting

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        view, tokens = self._view, canvas.tokens
        if not view.bars:
            canvas.text(rect, "No messages yet", fonts.sans(fonts.SECONDARY), tokens.text_3, CENTRE)
            return
        if view.ranged:
            left, right = self.x_of(view.first), self.x_of(view.beyond)
            canvas.fill(QRectF(left, 0, right - left, _FLOOR), tokens.bg_selected)
        step, most = axis(max(bar.total for bar in view.bars))
        self._grid(canvas, rect, step, most)
        width = max(1.0, (self.x_of(1) - self.x_of(0)) - _GAP)
        for place, bar in enumerate(view.bars):
            within = view.first <= place < view.beyond
            floor = float(_FLOOR)
            for tone in _STACK:
                count = getattr(bar, tone)
                if count:
                    height = max(1.0, count / most * (_FLOOR - _TOP))
                    strength = (
                        (0.5 if tone not in view.lit else 1.0) if within else 0.25 if tone not in view.lit else 0.5
                    )
                    ink = translucent(_ink(tone, canvas), strength)
                    canvas.painter.fillRect(QRectF(self.x_of(place) + _GAP / 2, floor - height, width, height), ink)
                    floor -= height
        self._names(canvas)

    def _grid(self, canvas: Canvas, rect: QRectF, step: int, most: int) -> None:
        for count in range(0, most + 1, step):
            y = _FLOOR - count / most * (_FLOOR - _TOP)
            canvas.hairline(_LEFT, rect.right() - _RIGHT + 1, y, canvas.tokens.border)
            room = QRectF(0, y - 8, _LEFT - 9, 16)
            canvas.text(room, _short(count), fonts.sans(fonts.CAPTION), canvas.tokens.text_2, RIGHT)

    def _names(self, canvas: Canvas) -> None:
        """When: at every so many bars, and at the range's edges."""
        view, now, tokens = self._view, self._clock(), canvas.tokens
        font, bold = fonts.sans(fonts.CAPTION), fonts.sans(fonts.CAPTION, fonts.SEMIBOLD)
        taken: list[tuple[float, float]] = []
        if view.ranged:
            for edge, align in ((view.first, LEFT), (view.beyond, RIGHT)):
                moment = view.edge(edge) if align is LEFT else view.bars[edge - 1].start
                x = self.x_of(edge) + (2 if align is LEFT else -_NAME_ROOM)
                room = QRectF(x, _FLOOR + 3, _NAME_ROOM, 16)
                used = canvas.text(room, view.stamp(moment, now), bold, tokens.accent_text, align)
                taken.append((x, x + used) if align is LEFT else (x + _NAME_ROOM - used, x + _NAME_ROOM))
        every = max(1, round(len(view.bars) / max(2, (self.width() - _LEFT) // 170)))
        for place in range(0, len(view.bars), every):
            x = self.x_of(place)
            if x + 48 < self.width() - _RIGHT and not any(low - 56 < x < high + 8 for low, high in taken):
                room = QRectF(x + (0 if place == 0 else 1), _FLOOR + 3, _NAME_ROOM, 16)
                canvas.text(room, view.stamp(view.bars[place].start, now), font, tokens.text_2)


class _Handle(Painted):
    """One end of the range: a line with a grip. Arrow keys move it by a bar, Page by ten, Home and End to the ends."""

    moved = Signal(int)
    dropped = Signal()

    def __init__(self, theme: Theme, over: Histogram, side: str) -> None:
        super().__init__(theme, over)
        self._over = over
        self.side = side
        self.held = False
        self.setFixedSize(_HANDLE_WIDTH, _FLOOR)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def _edge(self) -> int:
        return self._over.view.first if self.side == "begins" else self._over.view.beyond

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Left:
                self.moved.emit(self._edge() - 1)
            case Qt.Key.Key_Right:
                self.moved.emit(self._edge() + 1)
            case Qt.Key.Key_PageUp:
                self.moved.emit(self._edge() - 10)
            case Qt.Key.Key_PageDown:
                self.moved.emit(self._edge() + 10)
            case Qt.Key.Key_Home:
                self.moved.emit(0)
            case Qt.Key.Key_End:
                self.moved.emit(len(self._over.view.bars))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space:
                self.dropped.emit()
            case _:
                super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.held = True

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.held:
            place = self.mapTo(self._over, QPoint(round(event.position().x()), 0))
            edge = self._over.edge_at(place.x())
            if edge != self._edge():
                self.moved.emit(edge)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.held:
            self.held = False
            self.dropped.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        tokens = canvas.tokens
        if not self._over.view.ranged and not self.hasFocus() and not self.underMouse():
            # Without a range the grips alone, so that it is seen where one is drawn from.
            canvas.box(QRectF(2, rect.center().y() - 8, 6, 16), 3, fill=tokens.border_strong)
            return
        middle = rect.center().x()
        canvas.fill(QRectF(middle - 1, 0, 2, rect.height()), tokens.accent)
        canvas.box(QRectF(1, rect.center().y() - 9, 8, 18), 3, fill=tokens.bg_surface, line=tokens.accent, width=2)
        if self.hasFocus():
            canvas.box(QRectF(0, rect.center().y() - 11, 10, 22), 4, line=tokens.focus, width=2)


def axis(most: int) -> tuple[int, int]:
    """The step between the lines of the axis and the count at its top: round numbers, four lines at most."""
    wanted = max(1, -(-most // 4))
    size = 10 ** (len(str(wanted)) - 1)
    step = next(each * size for each in (1, 2, 5, 10) if each * size >= wanted)
    return step, step * max(1, -(-most // step))


def _short(count: int) -> str:
    if count >= 1_000_000:
        return f"{count / 1_000_000:g}M"
    return f"{count / 1000:g}k" if count >= 10_000 else f"{count}"


def _ink(tone: Tone, canvas: Canvas) -> str:
    tokens = canvas.tokens
    return {"ok": tokens.ok_mid, "hold": tokens.hold_mid, "bad": tokens.bad_mid}.get(tone, tokens.border_strong)
