"""A few values side by side, one of which holds: what a setting can be."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import CENTRE, Canvas, text_width
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme


class _Option(QAbstractButton):
    """One value, as a button that stays down."""

    def __init__(self, theme: Theme, value: str, words: str) -> None:
        super().__init__()
        self._theme = theme
        self.value = value
        self.setText(words)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._repaint)
        self.toggled.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(text_width(self.text(), fonts.sans(fonts.SECONDARY, fonts.SEMIBOLD)) + 20), 28)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        tokens, rect, on = canvas.tokens, QRectF(self.rect()), self.isChecked()
        if on:
            canvas.box(rect, 6, fill=tokens.accent_soft, line=tokens.accent, width=2 if tokens.strong else 1)
        else:
            canvas.box(rect, 6, fill=tokens.bg_hover if self.underMouse() else tokens.bg_surface,
                       line=tokens.border_strong)  # fmt: skip
        weight = fonts.SEMIBOLD if on else fonts.MEDIUM
        ink = tokens.accent_text if on else tokens.text_2
        canvas.text(rect, self.text(), fonts.sans(fonts.SECONDARY, weight), ink, CENTRE)
        if self.hasFocus():
            canvas.ring(rect, 6)
        painter.end()


class OptionRow(QWidget):
    """`chosen` carries the value that the owner chose. Left and right go from one to the next."""

    chosen = Signal(str)

    def __init__(
        self, theme: Theme, name: str, options: Sequence[tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name = name
        self.setAccessibleName(name)
        self._options = {value: _Option(theme, value, words) for value, words in options}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for option in self._options.values():
            option.clicked.connect(self._on_clicked)
            row.addWidget(option)
        self._say()

    @property
    def value(self) -> str:
        """What holds; empty before anything was shown."""
        return next((value for value, option in self._options.items() if option.isChecked()), "")

    def show_value(self, value: str) -> None:
        """Show which one holds, without telling anybody."""
        option = self._options.get(value)
        if option is not None:
            option.setChecked(True)
        self._say()

    def set_words(self, value: str, words: str) -> None:
        """Give a value other words."""
        self._options[value].setText(words)
        self._options[value].updateGeometry()
        self._say()

    def option(self, value: str) -> QAbstractButton:
        """The button of a value."""
        return self._options[value]

    def _say(self) -> None:
        for option in self._options.values():
            state = "chosen" if option.isChecked() else "not chosen"
            option.setAccessibleName(f"{self._name}: {option.text()}, {state}")

    @Slot()
    def _on_clicked(self) -> None:
        self._say()
        self.chosen.emit(self.value)
