"""The one button of the window: icon, words and key cap, in four looks and two heights."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QEnterEvent, QFont, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import LEFT, Canvas, text_width
from mailbox_gui.window.draw.parts import key_cap, key_cap_width
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import BUTTON_SIZE
from mailbox_gui.window.theme.theme import Theme


class Look(StrEnum):
    """How much a button asks for attention."""

    PRIMARY = "primary"
    PLAIN = "plain"
    DANGER = "danger"
    FLAT = "flat"
    FLAT_DANGER = "flat danger"


class Button(QAbstractButton):
    """A button with an optional icon and key. Without words it is a square with its meaning as tooltip and name."""

    def __init__(
        self,
        theme: Theme,
        text: str,
        *,
        icon: str | None = None,
        key: str | None = None,
        look: Look = Look.PLAIN,
        small: bool = False,
        words: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._key = key
        self._look = look
        self._small = small
        self._words = words
        self._hovered = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_words(text)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def set_words(self, text: str) -> None:
        """Give the button another text; its key stays part of the accessible name."""
        self.setText(text)
        self.setAccessibleName(f"{text}, key {self._key}" if self._key else text)
        if not self._words:
            self.setToolTip(f"{text} ({self._key})" if self._key else text)
        self.updateGeometry()
        self.update()

    def set_icon(self, icon: str | None) -> None:
        """Give the button another icon."""
        self._icon = icon
        self.updateGeometry()
        self.update()

    def set_key(self, key: str | None) -> None:
        """Draw another key, or none."""
        if key != self._key:
            self._key = key
            self.set_words(self.text())

    def set_compact(self, compact: bool) -> None:
        """Leave the words away (small windows) or bring them back."""
        if self._words == compact:
            self._words = not compact
            self.set_words(self.text())
            self.setToolTip(self.toolTip() if compact else "")

    def sizeHint(self) -> QSize:
        height = 28 if self._small else 32
        if not self._words:
            return QSize(height, height)
        pad, gap = self._measures()
        width = 2 * pad + text_width(self.text(), self._font())
        if self._icon:
            width += BUTTON_SIZE + gap
        if self._key:
            width += key_cap_width(self._key) + gap
        return QSize(round(width), height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

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

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.EnabledChange:
            shape = Qt.CursorShape.PointingHandCursor if self.isEnabled() else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            self.update()
        super().changeEvent(event)

    def _measures(self) -> tuple[float, float]:
        return (10, 6) if self._small else (12, 8)

    def _font(self) -> QFont:
        return fonts.sans(fonts.SECONDARY if self._small else fonts.BASE, fonts.MEDIUM)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        rect = QRectF(self.rect())
        ink = self._ground(canvas, rect)
        if not self._words:
            if self._icon:
                canvas.icon(rect, self._icon, ink, BUTTON_SIZE)
        else:
            self._contents(canvas, rect, ink)
        if self.hasFocus():
            canvas.ring(rect, 6)
            if self._look is Look.PRIMARY:
                canvas.box(rect.adjusted(2, 2, -2, -2), 4, line=canvas.tokens.on_accent)
        painter.end()

    def _ground(self, canvas: Canvas, rect: QRectF) -> str:
        """Paint fill and line; answers the colour of icon and words."""
        tokens = canvas.tokens
        if not self.isEnabled():
            if self._look not in (Look.FLAT, Look.FLAT_DANGER):
                canvas.box(rect, 6, fill=tokens.bg_hover, line=tokens.border)
            return tokens.text_3
        lit = self._hovered or self.isDown()
        match self._look:
            case Look.PRIMARY:
                canvas.box(rect, 6, fill=tokens.accent_hover if lit else tokens.accent)
                return tokens.on_accent
            case Look.FLAT if self.isChecked():
                canvas.box(rect, 6, fill=tokens.bg_selected)
                return tokens.accent_text
            case Look.FLAT | Look.FLAT_DANGER:
                if lit:
                    canvas.box(rect, 6, fill=tokens.bg_hover)
                return tokens.bad if self._look is Look.FLAT_DANGER else tokens.text_2
            case Look.PLAIN | Look.DANGER:
                canvas.box(rect, 6, fill=tokens.bg_hover if lit else tokens.bg_surface, line=tokens.border_strong)
                return tokens.bad if self._look is Look.DANGER else tokens.text

    def _contents(self, canvas: Canvas, rect: QRectF, ink: str) -> None:
        pad, gap = self._measures()
        x = rect.x() + pad
        if self._icon:
            canvas.icon(QRectF(x, rect.y(), BUTTON_SIZE, rect.height()), self._icon, ink, BUTTON_SIZE)
            x += BUTTON_SIZE + gap
        x += canvas.text(QRectF(x, rect.y(), rect.right() - x, rect.height()), self.text(), self._font(), ink, LEFT)
        if self._key:
            on_accent = self._look is Look.PRIMARY and self.isEnabled()
            key_cap(canvas, x + gap, rect.center().y(), self._key, on_accent=on_accent)
