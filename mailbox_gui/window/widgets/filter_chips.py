"""The query as chips: each says one piece of it and takes it out again."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QSizePolicy, QWidget

from mailbox_gui.core.message.escape import visible
from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.models.query_text import chip_words, pieces, without
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme

_MOST = 12
_LONGEST = 220


class _FilterChip(QAbstractButton):
    """One piece with its cross."""

    def __init__(self, theme: Theme, words: str, icon: str) -> None:
        super().__init__()
        self._theme, self._icon = theme, icon
        self.setText(words)
        self.setAccessibleName(f"Filter {words}, remove")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._hovered = False

    def sizeHint(self) -> QSize:
        words = min(_LONGEST, text_width(self.text(), fonts.sans(fonts.SECONDARY, fonts.MEDIUM)))
        return QSize(round(10 + 14 + 6 + words + 6 + 12 + 10), 28)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hovered = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = False
        self.update()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        tokens, rect = canvas.tokens, QRectF(self.rect())
        canvas.box(rect, 6, fill=tokens.accent_soft, line=tokens.accent, width=2 if self.hasFocus() else 1)
        canvas.icon(QRectF(10, 0, 14, rect.height()), self._icon, tokens.accent_text, 14)
        room = QRectF(30, 0, rect.width() - 30 - 28, rect.height())
        canvas.text(room, self.text(), fonts.sans(fonts.SECONDARY, fonts.MEDIUM), tokens.accent_text)
        ink = tokens.text if self._hovered else tokens.accent_text
        canvas.icon(QRectF(rect.right() - 23, 0, 14, rect.height()), "x-bold", ink, 11)
        painter.end()


class FilterChips(QFrame):
    """`edited` carries the query without the piece that was taken out. Hidden without a query."""

    edited = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("PaneHeader")
        self._theme = theme
        self._text = ""
        self._chips: list[_FilterChip] = []
        self.setFixedHeight(48)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 0, 16, 0)
        self._row.setSpacing(8)
        self._row.addStretch(1)
        self.hide()

    def show_query(self, text: str) -> None:
        """Show the pieces of a query."""
        self._text = text
        for chip in self._chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = []
        for place, piece in enumerate(pieces(text)[:_MOST]):
            words, icon = chip_words(piece)
            chip = _FilterChip(self._theme, visible(words), icon)
            chip.clicked.connect(self._on_clicked)
            self._chips.append(chip)
            self._row.insertWidget(place, chip)
        self.setVisible(bool(self._chips))

    @Slot()
    def _on_clicked(self) -> None:
        pressed = self.sender()
        for place, chip in enumerate(self._chips):
            if chip is pressed:
                self.edited.emit(without(self._text, place))
                return
