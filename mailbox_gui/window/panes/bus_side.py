"""The left column of the bus: the ring with what its outlines mean, the counters, the topics."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme, colour
from mailbox_gui.window.theme.topic_marks import TopicMarks
from mailbox_gui.window.widgets.bus_counters import BusCounters
from mailbox_gui.window.widgets.bus_ring import BusRing
from mailbox_gui.window.widgets.painted import Painted
from mailbox_gui.window.widgets.topic_list import TopicList

WIDTH = 376
_LEGEND = (("solid", "newest"), ("dashed", "selected"), ("letter", "letter = topic"))


class _Legend(Painted):
    """What the outlines and letters of the ring mean."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(280, 20)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        font, tokens = fonts.sans(fonts.SECONDARY), canvas.tokens
        widths = [20 + text_width(words, font) for _, words in _LEGEND]
        x = (rect.width() - sum(widths) - 20 * (len(widths) - 1)) / 2
        for (sign, words), width in zip(_LEGEND, widths, strict=True):
            box = QRectF(x + 1, rect.center().y() - 6, 12, 12)
            if sign == "letter":
                canvas.text(box, "R", fonts.sans(fonts.SECONDARY, fonts.SEMIBOLD), tokens.text)
            else:
                pen = QPen(colour(tokens.text), 2)
                if sign == "dashed":
                    pen.setDashPattern([1.6, 1.4])
                    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                canvas.painter.setPen(pen)
                canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
                canvas.painter.drawRect(box)
            canvas.text(QRectF(x + 20, 0, width, rect.height()), words, font, tokens.text_2)
            x += width + 20


class BusSide(QWidget):
    """As wide as in the design; shown from 1000 pixels on."""

    def __init__(self, theme: Theme, marks: TopicMarks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(WIDTH)
        self.ring = BusRing(theme, marks)
        self.counters = BusCounters(theme)
        self.topics = TopicList(theme, marks)
        # The numbers around the ring need the whole width.
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 4, 0, 8)
        whole.setSpacing(0)
        whole.addWidget(self.ring)
        whole.addWidget(_Legend(theme))
        column = QVBoxLayout()
        column.setContentsMargins(16, 0, 16, 0)
        column.setSpacing(0)
        whole.addLayout(column, 1)
        column.addSpacing(10)
        column.addWidget(self.counters)
        column.addSpacing(14)
        column.addWidget(self.topics, 1)
