"""The toast: what was just decided, and the five seconds in which it can be taken back."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QColor, QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QGraphicsDropShadowEffect,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.draw.parts import key_cap, key_cap_width
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.labels import ElidedLabel, wrapping_label
from mailbox_gui.window.widgets.painted import Painted

_HEIGHT = 56
_NARROW = 300


class _UndoLink(QAbstractButton):
    """`Undo (5 s)` with its key, in the toast's colours."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setText("Undo")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def say(self, words: str) -> None:
        """Show other words."""
        self.setText(words)
        self.setAccessibleName(f"{words}, key U")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        words = text_width(self.text(), fonts.sans(fonts.BASE, fonts.SEMIBOLD))
        return QSize(round(words + 12 + key_cap_width("U") + 2), 32)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        rect = QRectF(self.rect())
        font = fonts.sans(fonts.BASE, fonts.SEMIBOLD)
        used = canvas.text(rect, self.text(), font, canvas.tokens.toast_link)
        key_cap(canvas, used + 10, rect.center().y(), "U", ink=canvas.tokens.toast_text)
        if self.hasFocus():
            canvas.box(rect, 4, line=canvas.tokens.toast_link, width=2)
        painter.end()


class Toast(Painted):
    """Lies over the bottom of a list. Hover or focus pauses the clock: `held` says so, `released` ends it."""

    undone = Signal()
    held = Signal()
    released = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._icon = "check-circle-fill"
        self._said = ""
        # What was decided is two lines that are cut; a sentence of its own is wrapped.
        self._first = ElidedLabel("", fonts.sans(), parent=self)
        self._second = ElidedLabel("", fonts.sans(), parent=self)
        self._sentence = wrapping_label("", fonts.sans(), parent=self)
        self._undo = _UndoLink(theme, self)
        self._undo.clicked.connect(self._on_undo)
        self._undo.installEventFilter(self)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(42, 8, 12, 8)
        row.setSpacing(10)
        lines = QVBoxLayout()
        lines.setSpacing(2)
        for line in (self._first, self._second, self._sentence):
            lines.addWidget(line)
        row.addLayout(lines, 1)
        row.addWidget(self._undo, 0)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(16)
        shadow.setOffset(0, 4)
        shadow.setColor(QColor(0, 0, 0, 56))
        self.setGraphicsEffect(shadow)
        theme.changed.connect(self._recolour)
        self._recolour()
        self.hide()

    def show_message(self, words: str, icon: str, seconds: int | None) -> None:
        """Say what happened. With `seconds` the link undoes it; with None there is nothing to undo."""
        if words != self._said:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
        self._said, self._icon = words, icon
        first, newline, second = words.partition("\n")
        self._first.setText(first if newline else "")
        self._second.setText(second)
        self._sentence.setText("" if newline else words)
        for line in (self._first, self._second, self._sentence):
            line.setVisible(bool(line.text()))
        self._undo.setVisible(seconds is not None)
        if seconds is not None:
            self._undo.say(f"Undo ({seconds} s)")
        self.show()
        self.raise_()
        self.update()

    def place(self, within: QRectF) -> None:
        """Lie 16 pixels above the lower edge of the area, as wide as it, 420 pixels at most."""
        width = min(420, round(within.width()) - 32)
        narrow = width < _NARROW
        self._row.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(2 if narrow else 10)
        height = max(_HEIGHT, self._row.heightForWidth(width), self._row.sizeHint().height())
        self.setGeometry(round(within.x()) + 16, round(within.bottom()) - 16 - height, width, height)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.held.emit()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.released.emit()
        super().leaveEvent(event)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.held.emit()
        elif event.type() == QEvent.Type.FocusOut:
            self.released.emit()
        return super().eventFilter(watched, event)  # type: ignore[arg-type]

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        canvas.box(rect, 8, fill=canvas.tokens.toast_bg)
        canvas.icon(QRectF(12, 0, 20, rect.height()), self._icon, canvas.tokens.toast_text, 18)

    @Slot()
    def _on_undo(self) -> None:
        self.undone.emit()

    @Slot()
    def _recolour(self) -> None:
        for line in (self._first, self._second, self._sentence):
            line.setStyleSheet(f"color: {self.theme.tokens.toast_text}")
