"""The seal beside a signature: wavy and checked when it is proved, a plain pen otherwise."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.draw.verdicts import Tone, tone_ink
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.painted import Painted


class SignatureIcon(Painted):
    """Eighteen pixels; the words beside it say the rest."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._icon = ""
        self._tone: Tone = "quiet"
        self.setFixedSize(18, 20)

    def show_signature(self, *, proved: bool, tone: Tone) -> None:
        """Show a proved, missing or failed signature."""
        self._icon = "circle-wavy-check-fill" if proved else "circle-wavy-warning-fill" if tone == "bad" else "pen-nib"
        self._tone = tone
        self.update()

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        if self._icon:
            canvas.icon(rect, self._icon, tone_ink(self._tone, canvas.tokens), 18 if self._tone != "quiet" else 16)
