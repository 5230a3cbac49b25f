"""Labels that show text to the letter: foreign text is never read as markup, a long line is elided."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from mailbox_gui.window.tooltips import plain_tooltip

Tone = Literal["1", "2", "3", "ok", "hold", "bad", "accent"]


def label(text: str, font: QFont, tone: Tone = "1", parent: QWidget | None = None) -> QLabel:
    """A one-line label in a text colour of the theme."""
    made = QLabel(parent)
    _dress(made, text, font, tone)
    return made


def wrapping_label(text: str, font: QFont, tone: Tone = "1", parent: QWidget | None = None) -> QLabel:
    """A label that breaks its lines at the width it gets."""
    made = label(text, font, tone, parent)
    made.setWordWrap(True)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return made


def set_tone(made: QLabel, tone: Tone) -> None:
    """Give the label another text colour."""
    if made.property("tone") != tone:
        made.setProperty("tone", tone)
        made.style().unpolish(made)
        made.style().polish(made)


def _dress(made: QLabel, text: str, font: QFont, tone: Tone) -> None:
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setFont(font)
    made.setProperty("tone", tone)
    made.setText(text)


class ElidedLabel(QLabel):
    """A label that ends in … where its text does not fit, and then says the whole in its tooltip."""

    def __init__(
        self, text: str, font: QFont, tone: Tone = "1", parent: QWidget | None = None, *, middle: bool = False
    ) -> None:
        super().__init__(parent)
        # Of an id both ends say something.
        self._mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        _dress(self, text, font, tone)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        measure = self.fontMetrics()
        room = self.contentsRect()
        shown = self.text()
        if measure.horizontalAdvance(shown) > room.width():
            shown = measure.elidedText(shown, self._mode, room.width())
        flags = int(self.alignment() | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        painter.drawText(QRectF(room).adjusted(0, 0, 1, 0), flags, shown)
        painter.end()

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(plain_tooltip(text))
        self.setAccessibleName(text)
