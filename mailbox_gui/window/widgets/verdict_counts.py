"""How many messages of each verdict lie in the range; a press asks for that verdict alone, another for all again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.draw.verdicts import ACCEPTED, APPROVED, DECLINED, HELD, REJECTED, Mark
from mailbox_gui.window.models.query_text import verdicts_of, with_verdict
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.labels import label
from mailbox_gui.window.width_class import WidthClass

_ALWAYS: Final = (ACCEPTED, HELD, REJECTED)
_WHERE_ANY: Final = (APPROVED, DECLINED)


class _Count(QAbstractButton):
    """Icon, number and word of one verdict."""

    def __init__(self, theme: Theme, mark: Mark) -> None:
        super().__init__()
        self._theme = theme
        self.mark = mark
        self._words = True
        self._hovered = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def show_count(self, count: int | None, *, chosen: bool, words: bool) -> None:
        """Another number; None while it is being counted."""
        number = "…" if count is None else f"{count:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
        self._words = words
        self.setText(f"{number} {self.mark.word}" if words else number)
        self.setToolTip("" if words else self.mark.word)
        self.setChecked(chosen)
        self.setAccessibleName(f"{'…' if count is None else count} {self.mark.word} in range, filter")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(6 + 14 + 6 + text_width(self.text(), fonts.sans(fonts.SECONDARY, fonts.MEDIUM)) + 6), 28)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hovered = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = False
        self.update()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        rect, ink = QRectF(self.rect()), self.mark.ink(canvas.tokens)
        if self._hovered:
            canvas.box(rect, 6, fill=canvas.tokens.bg_hover)
        canvas.icon(QRectF(6, 0, 14, rect.height()), self.mark.icon, ink, 14)
        font = fonts.sans(fonts.SECONDARY, fonts.SEMIBOLD if self.isChecked() else fonts.MEDIUM)
        canvas.text(QRectF(26, 0, rect.width() - 28, rect.height()), self.text(), font, ink)
        if self.hasFocus():
            canvas.ring(rect, 6)
        painter.end()


class VerdictCounts(QWidget):
    """`edited` carries the query with another verdict."""

    edited = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query = ""
        self._inside: Mapping[str, int] | None = None
        self._width = WidthClass.WIDE
        self._said = label("In range:", fonts.sans(fonts.SECONDARY), "2")
        self.counts = tuple(_Count(theme, mark) for mark in (*_ALWAYS, *_WHERE_ANY))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._said)
        for count in self.counts:
            count.clicked.connect(self._on_clicked)
            row.addWidget(count)
        self._show()

    def show_inside(self, query: str, inside: Mapping[str, int] | None) -> None:
        """Show other counts; None while they are being counted."""
        self._query, self._inside = query, inside
        self._show()

    def set_width_class(self, width: WidthClass) -> None:
        """In a small window the words go, icons and numbers stay."""
        self._width = width
        self._show()

    def _show(self) -> None:
        wide = self._width is WidthClass.WIDE
        self._said.setVisible(self._width is not WidthClass.NARROW)
        chosen = verdicts_of(self._query)
        for count in self.counts:
            number = None if self._inside is None else self._inside.get(count.mark.word, 0)
            asked = count.mark.word in chosen
            count.show_count(number, chosen=asked, words=wide)
            count.setVisible(count.mark in _ALWAYS or asked or bool(number and wide))

    @Slot()
    def _on_clicked(self) -> None:
        pressed = self.sender()
        for count in self.counts:
            if count is pressed:
                self.edited.emit(with_verdict(self._query, count.mark.word))
        self._show()
