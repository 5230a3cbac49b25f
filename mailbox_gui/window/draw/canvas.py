"""A painter that knows the theme: text that elides, icons, boxes and focus rings in token colours."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen

from mailbox_gui.window.theme.icons import paint_icon
from mailbox_gui.window.theme.theme import Theme, colour
from mailbox_gui.window.theme.tokens import Tokens

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter


def metrics(font: QFont) -> QFontMetricsF:
    """Metrics of one of our shared fonts."""
    return QFontMetricsF(font)


def text_width(text: str, font: QFont) -> float:
    """How wide a line of text is, in device-independent pixels."""
    return metrics(font).horizontalAdvance(text)


class Canvas:
    """Wraps a painter for one paint event. All rectangles are in device-independent pixels."""

    __slots__ = ("painter", "theme", "tokens")

    def __init__(self, painter: QPainter, theme: Theme) -> None:
        self.painter = painter
        self.theme = theme
        self.tokens: Tokens = theme.tokens
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)

    def text(
        self,
        rect: QRectF,
        text: str,
        font: QFont,
        ink: str,
        align: Qt.AlignmentFlag = LEFT,
    ) -> float:
        """Draw one line, elided at the right edge; answers the width that it took."""
        if rect.width() <= 0 or not text:
            return 0.0
        measure = metrics(font)
        width = measure.horizontalAdvance(text)
        if width > rect.width() + 0.5:
            text = measure.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
            width = min(measure.horizontalAdvance(text), rect.width())
        self.painter.setFont(font)
        self.painter.setPen(colour(ink))
        # The layout rounds up: one more pixel keeps a line that fits from being wrapped away.
        room = rect.adjusted(-1, 0, 0, 0) if align & Qt.AlignmentFlag.AlignRight else rect.adjusted(0, 0, 1, 0)
        self.painter.drawText(room, int(align | Qt.TextFlag.TextSingleLine), text)
        return width

    def icon(self, rect: QRectF, name: str, ink: str, pixels: int) -> None:
        """Draw an icon centred in the rectangle."""
        paint_icon(self.painter, rect, name, colour(ink), pixels)

    def box(
        self, rect: QRectF, radius: float, fill: str | None = None, line: str | None = None, width: float = 1
    ) -> None:
        """A rounded box; the line lies inside the rectangle."""
        self.painter.setBrush(QBrush(colour(fill)) if fill else Qt.BrushStyle.NoBrush)
        if line:
            self.painter.setPen(QPen(colour(line), width))
            half = width / 2
            rect = rect.adjusted(half, half, -half, -half)
            radius = max(0.0, radius - half)
        else:
            self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.drawRoundedRect(rect, radius, radius)

    def fill(self, rect: QRectF, ink: str) -> None:
        """A plain filled rectangle with sharp edges."""
        self.painter.fillRect(rect, colour(ink))

    def hairline(self, left: float, right: float, y: float, ink: str) -> None:
        """A horizontal line one device-independent pixel high, its top at y."""
        self.painter.fillRect(QRectF(left, y, right - left, 1), colour(ink))

    def ring(self, rect: QRectF, radius: float) -> None:
        """The visible focus: two pixels, inside the rectangle."""
        self.box(rect, radius, line=self.tokens.focus, width=2)

    def dot(self, centre: QPointF, radius: float, fill: str | None, line: str | None = None) -> None:
        """A filled dot or, with a line only, a ring."""
        self.painter.setBrush(QBrush(colour(fill)) if fill else Qt.BrushStyle.NoBrush)
        self.painter.setPen(QPen(colour(line), 1.5) if line else QPen(Qt.PenStyle.NoPen))
        self.painter.drawEllipse(centre, radius, radius)


def translucent(ink: str, alpha: float) -> QColor:
    """A token's colour with another opacity, 0 to 1."""
    made = QColor(ink)
    made.setAlphaF(alpha)
    return made
