"""Three numbers of the bus: how many posts are held, how many there ever were, how many fell off."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import CENTRE, LEFT, Canvas, text_width
from mailbox_gui.window.models.bus_view import SLOTS, BusView
from mailbox_gui.window.moments import stamp
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.painted import Painted


class BusCounters(Painted):
    """A card of three columns, or one line where there is little room."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._cells: tuple[tuple[str, str, str], ...] = ()
        self._line = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_view(BusView(), None)

    def set_line(self, line: bool) -> None:
        """All in one line, or as a card."""
        self._line = line
        self.updateGeometry()
        self.update()

    def show_view(self, view: BusView, now: datetime | None) -> None:
        """Another state of the ring."""
        since = f"since {stamp(view.since, now)}" if view.since is not None and now is not None else "in all"
        self._cells = (
            (f"{len(view.rows)}", "held", f"of {SLOTS} slots"),
            (f"{view.seen:,}", "posted", since),
            (f"{view.dropped:,}", "fell off", "oldest first"),
        )
        self.setAccessibleName(", ".join(f"{number} {word} {more}" for number, word, more in self._cells))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(280, 20) if self._line else QSize(343, 74)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        if self._line:
            self._draw_line(canvas, rect)
            return
        tokens = canvas.tokens
        canvas.box(rect, 8, fill=tokens.bg_surface, line=tokens.border)
        width = rect.width() / len(self._cells)
        for place, (number, word, more) in enumerate(self._cells):
            x = rect.x() + place * width
            if place:
                canvas.fill(QRectF(round(x), rect.y() + 12, 1, rect.height() - 24), tokens.border)
            canvas.text(QRectF(x, 8, width, 26), number, fonts.sans(fonts.TOPIC, fonts.SEMIBOLD), tokens.text, CENTRE)
            canvas.text(QRectF(x, 32, width, 16), word, fonts.sans(fonts.SECONDARY), tokens.text_2, CENTRE)
            canvas.text(QRectF(x, 49, width, 16), more, fonts.sans(fonts.CAPTION), tokens.text_3, CENTRE)

    def _draw_line(self, canvas: Canvas, rect: QRectF) -> None:
        x = rect.x()
        strong = fonts.sans(fonts.SECONDARY, fonts.SEMIBOLD)
        for number, word, _ in self._cells:
            room = QRectF(x, 0, rect.right() - x, rect.height())
            x += 4 + canvas.text(room, number, strong, canvas.tokens.text, LEFT)
            said = fonts.sans(fonts.SECONDARY)
            canvas.text(QRectF(x, 0, rect.right() - x, rect.height()), word, said, canvas.tokens.text_2, LEFT)
            x += text_width(word, said) + 14
