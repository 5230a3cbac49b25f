"""The four steps at the left of the first run: which are done, which is now, which are to come."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QWidget

from mailbox_gui.window.draw.canvas import CENTRE, Canvas
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.painted import Painted

WIDTH = 192
_FIRST, _STEP, _LEFT = 98, 64, 16
TITLES = (
    ("Post office", "folder or demo"),
    ("Agents", "who writes mail"),
    ("Owner key", "your passphrase"),
    ("Done", "check and start"),
)


class Rail(Painted):
    """`show_step` says which is now; what was decided in a step that is done stands under its name."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._step = 0
        self._said: list[str] = ["", "", "", ""]
        self.setFixedWidth(WIDTH)
        self._speak()

    def show_step(self, step: int, said: list[str]) -> None:
        """The step that is now, 0 to 3, and what was decided in each."""
        self._step, self._said = step, list(said)
        self._speak()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 400)

    def _speak(self) -> None:
        title = TITLES[self._step][0]
        self.setAccessibleName(f"Step {self._step + 1} of {len(TITLES)}: {title}")

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        tokens = canvas.tokens
        # Its left corners are the card's.
        canvas.box(rect.adjusted(0, 0, 12, 0), 9, fill=tokens.bg_window)
        canvas.fill(QRectF(rect.right() - 1, 0, 1, rect.height()), tokens.border)
        logo = QRectF(_LEFT, 24, 28, 28)
        canvas.box(logo, 6, fill=tokens.accent)
        canvas.icon(logo, "envelope-simple-bold", tokens.on_accent, 16)
        bold = fonts.sans(fonts.BASE, fonts.SEMIBOLD)
        canvas.text(QRectF(54, 24, rect.width() - 60, 28), "Agent Mailbox", bold, tokens.text)
        for step in range(len(TITLES)):
            self._draw_step(canvas, rect, step)
        small, foot = fonts.sans(fonts.CAPTION), rect.bottom() - 56
        for line, words in enumerate(("Everything stays on this", "machine.")):
            canvas.text(QRectF(_LEFT, foot + 16 * line, rect.width() - 24, 16), words, small, tokens.text_2)

    def _draw_step(self, canvas: Canvas, rect: QRectF, step: int) -> None:
        tokens = canvas.tokens
        middle = _FIRST + _STEP * step
        dot = QRectF(_LEFT, middle - 12, 24, 24)
        number = fonts.sans(fonts.SECONDARY, fonts.SEMIBOLD)
        if step < self._step:
            canvas.icon(dot, "check-circle-fill", tokens.ok, 24)
        elif step == self._step:
            canvas.box(dot, 12, fill=tokens.accent)
            canvas.text(dot, str(step + 1), number, tokens.on_accent, CENTRE)
        else:
            canvas.box(dot, 12, line=tokens.border_control)
            canvas.text(dot, str(step + 1), number, tokens.text_2, CENTRE)
        if step < len(TITLES) - 1:
            canvas.fill(QRectF(dot.center().x(), middle + 23, 1, 20), tokens.border_strong)
        title, usual = TITLES[step]
        weight = fonts.SEMIBOLD if step == self._step else fonts.MEDIUM
        ink = tokens.text if step <= self._step else tokens.text_2
        room = QRectF(52, middle - 18, rect.width() - 60, 20)
        canvas.text(room, title, fonts.sans(fonts.BASE, weight), ink)
        below = self._said[step] if step < self._step and self._said[step] else usual
        canvas.text(room.translated(0, 17), below, fonts.sans(fonts.CAPTION), tokens.text_2)
