"""The one-line field for the owner's note, reason or question."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.draw.parts import key_cap, key_cap_width
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme

LONGEST = 4000


class NoteField(QLineEdit):
    """`left` says that Esc was pressed in it."""

    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._hint, self._key = "", "N"
        self.setFixedHeight(32)
        self.setMaxLength(LONGEST)
        self.setFont(fonts.sans())
        self.setTextMargins(26, 0, 8, 0)
        self.textChanged.connect(self._on_text)
        theme.changed.connect(self._repaint)

    def say(self, hint: str, key: str) -> None:
        """What the empty field says, and the key at its end."""
        self._hint, self._key = hint, key
        self.setAccessibleName(hint)
        self._repaint()

    def set_error(self, wrong: bool) -> None:
        """Words are needed here."""
        if bool(self.property("error")) != wrong:
            self.setProperty("error", wrong)
            self.style().unpolish(self)
            self.style().polish(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._repaint()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        rect = QRectF(self.rect())
        canvas.icon(QRectF(11, 0, 16, rect.height()), "chat-circle-text", canvas.tokens.text_2, 16)
        if not self.text():
            width = key_cap_width(self._key)
            key_cap(canvas, rect.right() - 10 - width, rect.center().y(), self._key)
            room = rect.adjusted(35, 0, -24 - width, 0)
            canvas.text(room, self._hint, fonts.sans(), canvas.tokens.text_3)
        painter.end()

    @Slot()
    def _repaint(self) -> None:
        self.update()

    @Slot()
    def _on_text(self) -> None:
        self.set_error(False)
        self.update()
