"""A painter that knows the theme: text that elides, icons, boxes and focus rings in token colours."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen

from mailbox_gui.window.theme.icons import paint_icon
from mailbox_gui.window.theme.theme import Theme, colour
from mailbox_gui.window.theme.tokens import Tokens

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter


class Face:
    """A font with its measures, which are costly to make for each text anew."""

    __slots__ = ("descent_to_middle", "font", "metrics")

    def __init__(self, font: QFont) -> None:
        self.font = font
        self.metrics = QFontMetricsF(font)
        # From the middle of a line down to its baseline.
        self.descent_to_middle = (self.metrics.ascent() - self.metrics.descent()) / 2


# By identity: `theme.fonts` hands out the same few objects all the time, and a face keeps its font alive.
_FACES: dict[int, Face] = {}


def face(font: QFont) -> Face:
    """The measures of one of our shared fonts."""
    found = _FACES.get(id(font))
    if found is None:
        found = _FACES[id(font)] = Face(font)
    return found


def metrics(font: QFont) -> QFontMetricsF:
    """Metrics of one of our shared fonts."""
    return face(font).metrics


def text_width(text: str, font: QFont) -> float:
    """How wide a line of text is, in device-independent pixels."""
    return _width(face_key(font), text) if len(text) <= _CACHED else face(font).metrics.horizontalAdvance(text)


# Longer lines are measured each time: the cache is for what lists show.
_CACHED = 400


@lru_cache(maxsize=8192)
def _width(key: int, text: str) -> float:
    return _FACES[key].metrics.horizontalAdvance(text)


@lru_cache(maxsize=4096)
def _elided(key: int, text: str, room: int) -> tuple[str, float]:
    """The text cut with … to so many pixels, and its width."""
    measure = _FACES[key].metrics
    shown = measure.elidedText(text, Qt.TextElideMode.ElideRight, room)
    return shown, min(measure.horizontalAdvance(shown), float(room))


def fitted(text: str, font: QFont, room: float) -> tuple[str, float]:
    """The text as it fits into so many pixels, and the width it takes."""
    text = text[:_CACHED]
    width = _width(face_key(font), text)
    return (text, width) if width <= room + 0.5 else _elided(id(font), text, int(room))


def face_key(font: QFont) -> int:
    """The key of a font in the caches; makes sure that its face is there."""
    face(font)
    return id(font)


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
        text, width = fitted(text, font, rect.width())
        painter = self.painter
        painter.setFont(font)
        painter.setPen(colour(ink))
        x = rect.x()
        if align & Qt.AlignmentFlag.AlignRight:
            x = rect.right() - width
        elif align & Qt.AlignmentFlag.AlignHCenter:
            x += (rect.width() - width) / 2
        # Straight at the baseline: a rectangle with alignment costs a whole text layout.
        painter.drawText(QPointF(x, rect.center().y() + face(font).descent_to_middle), text)
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
