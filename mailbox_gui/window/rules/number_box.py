"""A number with arrows; it may say nothing of its own (`default`), and it may be out of range: that is told beside."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme

_ARROWS = 24
NOTHING = -1.0


class NumberBox(QDoubleSpinBox):
    """`decimals` 0 is for whole numbers. `own` is false for a number that may be left out: then `default` is shown."""

    def __init__(
        self, theme: Theme, name: str, largest: float, *, decimals: int = 0, may_lack: bool = False,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._theme = theme
        self._fallback = 1.0
        self.setDecimals(decimals)
        # Wider than what is allowed: a number that is not is told, not changed under the hand.
        self.setRange(NOTHING if may_lack else 0, largest * 10)
        if may_lack:
            self.setSpecialValueText("default")
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setGroupSeparatorShown(True)
        self.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setFont(fonts.sans())
        self.setFixedHeight(28)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setKeyboardTracking(True)
        self.setAccessibleName(name)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    @property
    def number(self) -> int | float | None:
        """The number as rules.json has it; None for none of its own."""
        value = self.value()
        if self.specialValueText() and value < 0:
            return None
        return int(value) if self.decimals() == 0 or value == int(value) else round(value, self.decimals())

    def show_number(self, number: float | None, fallback: float = 1.0) -> None:
        """Show another number; `fallback` is where one begins that is none yet. Tells nobody."""
        self._fallback = fallback
        value = NOTHING if number is None else float(number)
        if value != self.value():
            blocked = self.blockSignals(True)
            self.setValue(value)
            self.blockSignals(blocked)

    def show_state(self, *, changed: bool, wrong: bool) -> None:
        """Drawn as changed, or as wrong."""
        for name, on in (("changed", changed), ("error", wrong)):
            if self.property(name) != on:
                self.setProperty(name, on)
                self.style().unpolish(self)
                self.style().polish(self)

    def textFromValue(self, value: float) -> str:
        text = super().textFromValue(value)
        point = self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if self.decimals() and point in text else text

    def stepBy(self, steps: int) -> None:
        if self.specialValueText() and self.value() < 0:
            if steps > 0:
                self.setValue(self._fallback)
            return
        super().stepBy(steps)

    def sizeHint(self) -> QSize:
        return QSize(96, 28)

    def minimumSizeHint(self) -> QSize:
        return QSize(72, 28)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_text()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.StyleChange, QEvent.Type.FontChange}:
            self._place_text()

    def _place_text(self) -> None:
        # The style sheet's box model leaves no room for text where it draws no arrows.
        self.lineEdit().setGeometry(6, 2, self.width() - _ARROWS - 8, self.height() - 4)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # Whoever scrolls past it does not mean to change it.
        event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.position().x() >= self.width() - _ARROWS and self.isEnabled():
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.stepBy(1 if event.position().y() < self.height() / 2 else -1)
            return
        super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        canvas, rect = Canvas(painter, self._theme), QRectF(self.rect())
        ink = canvas.tokens.text_2 if self.isEnabled() else canvas.tokens.text_3
        middle = rect.center().y()
        canvas.icon(QRectF(rect.right() - 20, middle - 11, 12, 10), "caret-up-fill", ink, 10)
        canvas.icon(QRectF(rect.right() - 20, middle + 1, 12, 10), "caret-down-fill", ink, 10)
        painter.end()
