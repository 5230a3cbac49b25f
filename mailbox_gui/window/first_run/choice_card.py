"""One of the two ways to begin, as a card that is chosen as a whole."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.glyph import Glyph
from mailbox_gui.window.widgets.labels import label, wrapping_label
from mailbox_gui.window.widgets.painted import Painted


class ChoiceCard(Painted):
    """`chosen` is the owner's wish; arrows (`other`) go to the other card. `below` takes what belongs to the choice."""

    chosen = Signal()
    other = Signal()

    def __init__(self, theme: Theme, icon: str, title: str, sentence: str) -> None:
        super().__init__(theme)
        self._title = title
        self._on = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        head = QHBoxLayout()
        head.setSpacing(8)
        self._glyph = Glyph(theme, icon, 18)
        head.addWidget(self._glyph)
        head.addWidget(label(title, fonts.sans(fonts.BASE, fonts.SEMIBOLD)), 1)
        self.below = QVBoxLayout()
        self.below.setSpacing(6)
        self.sentence = wrapping_label(sentence, fonts.sans(), "2")
        column = QVBoxLayout(self)
        column.setContentsMargins(45, 15, 16, 15)
        column.setSpacing(5)
        column.addLayout(head)
        column.addWidget(self.sentence)
        column.addLayout(self.below)
        self.set_on(on=False)

    @property
    def on(self) -> bool:
        """Whether it is the one."""
        return self._on

    def set_on(self, *, on: bool) -> None:
        """Be the one, or not."""
        self._on = on
        self._glyph.set_ink("accent" if on else "1")
        self.setAccessibleName(f"{self._title}, {'chosen' if on else 'not chosen'}. {self.sentence.text()}")
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.chosen.emit()
            return
        if event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self.other.emit()
            return
        super().keyPressEvent(event)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        tokens = canvas.tokens
        line = tokens.accent if self._on else tokens.border_strong
        canvas.box(rect, 8, fill=tokens.bg_surface, line=line, width=2 if self._on else 1)
        centre = QPointF(25, 25)
        if self._on:
            canvas.dot(centre, 8, tokens.accent)
            canvas.dot(centre, 3, tokens.on_accent)
        else:
            canvas.dot(centre, 7.5, None, tokens.border_control)
        if self.hasFocus():
            canvas.ring(rect.adjusted(3, 3, -3, -3), 6)
