"""What is on or off: the switch of a setting, and the box beside a sentence."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme

_BOX, _GAP = 16, 10


class _Toggle(QAbstractButton):
    """The common part: checkable, named with its state."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._name = name
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.toggled.connect(self._on_toggled)
        theme.changed.connect(self._repaint)
        self._on_toggled()

    @Slot()
    def _repaint(self) -> None:
        self.update()

    @Slot()
    def _on_toggled(self) -> None:
        self.setAccessibleName(f"{self._name}, {'on' if self.isChecked() else 'off'}")
        self.update()


class Switch(_Toggle):
    """32 by 18 pixels; its name stands beside it as a label of its own. Return toggles it too."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self.setFixedSize(40, 26)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self.theme)
        tokens, on = canvas.tokens, self.isChecked()
        track = QRectF(4, 4, 32, 18)
        canvas.box(track, 9, fill=tokens.accent if on else tokens.border_control)
        canvas.box(QRectF(20 if on else 6, 6, 14, 14), 7, fill="#FFFFFF")
        if self.hasFocus():
            canvas.ring(QRectF(self.rect()), 13)
        painter.end()


class CheckBox(_Toggle):
    """A box, its words, and a smaller line under them. Return is its dialog's: it goes on."""

    def __init__(self, theme: Theme, words: str, below: str = "", parent: QWidget | None = None) -> None:
        super().__init__(theme, words, parent)
        self._below = below
        self.setText(words)
        self.setAccessibleDescription(below)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def say(self, words: str, below: str = "") -> None:
        """Say something else."""
        self._name, self._below = words, below
        self.setText(words)
        self.setAccessibleDescription(below)
        self._on_toggled()

    def sizeHint(self) -> QSize:
        words = max(text_width(self.text(), fonts.sans()), text_width(self._below, fonts.sans(fonts.SECONDARY)))
        return QSize(round(words) + _BOX + _GAP + 2, 36 if self._below else 20)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self.theme)
        tokens = canvas.tokens
        box = QRectF(0, 2, _BOX, _BOX)
        if self.isChecked():
            canvas.box(box, 4, fill=tokens.accent)
            canvas.icon(box, "check-bold", tokens.on_accent, 12)
        else:
            canvas.box(box, 4, fill=tokens.bg_input, line=tokens.border_control)
        room = QRectF(_BOX + _GAP, 0, self.width() - _BOX - _GAP, 20)
        canvas.text(room, self.text(), fonts.sans(), tokens.text)
        if self._below:
            canvas.text(room.translated(0, 18), self._below, fonts.sans(fonts.SECONDARY), tokens.text_2)
        if self.hasFocus():
            canvas.ring(box.adjusted(-2, -2, 2, 2), 6)
        painter.end()
