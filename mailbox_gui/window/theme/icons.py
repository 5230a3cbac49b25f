"""Phosphor icons as glyphs: painted straight into a painter, or as a QIcon for Qt's own widgets."""

from __future__ import annotations

from functools import lru_cache

import qtawesome
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QIcon, QPainter, QPixmap

NAV_SIZE, BUTTON_SIZE, CHIP_SIZE = 18, 16, 14

KIND_ICONS = {
    "task": "clipboard-text",
    "request": "hand-palm",
    "question": "question",
    "reply": "arrow-bend-up-left",
    "report": "file-text",
    "workaround": "bandaids",
    "escalation": "arrow-fat-lines-up",
    "note": "note",
    "decision": "scales",
}


def kind_icon(kind: str) -> str:
    """The icon of a message kind; a kind that nobody knows (a refused draft can say anything) has a blank page."""
    return KIND_ICONS.get(kind, "file")


@lru_cache(maxsize=256)
def glyph(name: str) -> str:
    """The character of a Phosphor icon, `tray-fill` for example. Raises when the set has no such icon."""
    return str(qtawesome.charmap(f"ph.{name}"))


@lru_cache(maxsize=16)
def glyph_font(pixels: int) -> QFont:
    """Phosphor at a size in device-independent pixels."""
    font = QFont(qtawesome.font("ph", pixels))
    font.setPixelSize(pixels)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@lru_cache(maxsize=512)
def _placed(name: str, pixels: int) -> tuple[str, float, float]:
    """The character, and from the middle of its place to where its baseline begins."""
    measure = QFontMetricsF(glyph_font(pixels))
    text = glyph(name)
    return text, -measure.horizontalAdvance(text) / 2, (measure.ascent() - measure.descent()) / 2


def paint_icon(painter: QPainter, rect: QRectF, name: str, colour: QColor, pixels: int) -> None:
    """Draw an icon centred in the rectangle."""
    text, left, down = _placed(name, pixels)
    middle = rect.center()
    painter.setFont(glyph_font(pixels))
    painter.setPen(colour)
    painter.drawText(QPointF(middle.x() + left, middle.y() + down), text)


def icon(name: str, colour: str, pixels: int = BUTTON_SIZE) -> QIcon:
    """A QIcon for menus and actions, sharp at 1x, 1.25x, 1.5x and 2x."""
    made = QIcon()
    for scale in (1.0, 1.25, 1.5, 2.0):
        made.addPixmap(pixmap(name, colour, pixels, scale))
    return made


def pixmap(name: str, colour: str, pixels: int, scale: float = 1.0) -> QPixmap:
    """An icon as a picture with transparent ground."""
    picture = QPixmap(QSize(round(pixels * scale), round(pixels * scale)))
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    paint_icon(painter, QRectF(QPointF(0, 0), QSize(pixels, pixels)), name, QColor(colour), pixels)
    painter.end()
    return picture
