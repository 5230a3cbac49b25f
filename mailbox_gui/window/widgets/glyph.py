"""An icon by itself in a text colour of the theme."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.painted import Painted

Ink = Literal["1", "2", "3", "bad", "accent"]


class Glyph(Painted):
    """As large as its icon."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        pixels: int,
        ink: Ink = "1",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self._icon, self._pixels, self._ink = icon, pixels, ink
        self.setFixedSize(pixels, pixels)

    def set_ink(self, ink: Ink) -> None:
        """Take another colour."""
        self._ink = ink
        self.update()

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        tokens = canvas.tokens
        inks = {"1": tokens.text, "2": tokens.text_2, "3": tokens.text_3, "bad": tokens.bad}
        ink = inks.get(self._ink, tokens.accent_text)
        canvas.icon(rect, self._icon, ink, self._pixels)
