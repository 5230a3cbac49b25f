"""The search field of the toolbar: a query, a key cap that says how to get here, and a cross that clears it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.draw.parts import key_cap, key_cap_width
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.width_class import WidthClass, width_class

_HINT = "Search, e.g. "
_EXAMPLE, _SHORT_EXAMPLE = 'from:builder kind:task "deploy"', 'from:builder "deploy"'


TYPING_MS = 250


class SearchField(QLineEdit):
    """`asked` carries the text after Return, `typed` after a pause in typing; `left` says that Esc was pressed."""

    asked = Signal(str)
    typed = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedHeight(32)
        self.setMaximumWidth(560)
        self.setFont(fonts.mono())
        self.setAccessibleName("Search the journal, key slash")
        self.setTextMargins(32, 0, 34, 0)
        self._clear = Button(theme, "Clear the search", icon="x-circle-fill", look=Look.FLAT, small=True, words=False)
        self._clear.setParent(self)
        self._clear.setFixedSize(24, 24)
        self._clear.hide()
        self._clear.clicked.connect(self._on_clear)
        self.textChanged.connect(self._on_text)
        self.returnPressed.connect(self._on_return)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self._on_pause)
        self.textEdited.connect(self._on_edited)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            # The first Esc leaves the field, a second one (field focused again, or empty list) clears it.
            self.left.emit()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._on_text(self.text())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._on_text(self.text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._on_text(self.text())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        rect = QRectF(self.rect())
        tokens = canvas.tokens
        canvas.icon(QRectF(10, 0, 18, rect.height()), "magnifying-glass", tokens.text_3, 16)
        key = self._key()
        if key:
            key_cap(canvas, rect.right() - 8 - key_cap_width(key), rect.center().y(), key)
        if not self.text() and not self.hasFocus():
            room = rect.adjusted(35, 0, -34, 0)
            used = canvas.text(room, _HINT, fonts.sans(), tokens.text_3)
            example = _EXAMPLE if width_class(self.window().width()) is not WidthClass.NARROW else _SHORT_EXAMPLE
            canvas.text(room.adjusted(used + 1, 0, 0, 0), example, fonts.mono(), tokens.text_3)
        painter.end()

    def _key(self) -> str:
        return "Esc" if self.hasFocus() else "/"

    @Slot(str)
    def _on_text(self, text: str) -> None:
        taken = round(key_cap_width(self._key())) + 14
        self._clear.setVisible(bool(text))
        self._clear.move(self.width() - taken - 26, 4)
        self.setTextMargins(32, 0, taken + (28 if text else 0), 0)
        self.update()

    @Slot()
    def _on_clear(self) -> None:
        self.clear()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.asked.emit("")

    @Slot()
    def _on_return(self) -> None:
        self._typing.stop()
        self.asked.emit(self.text())

    @Slot()
    def _on_edited(self) -> None:
        self._typing.start()

    @Slot()
    def _on_pause(self) -> None:
        self.typed.emit(self.text())
