"""The topics of the bus, each with its letter, how many posts it has, and a box that leaves it out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from mailbox_gui.window.draw.canvas import CENTRE, LEFT, RIGHT, Canvas
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.theme.topic_marks import TopicMark, TopicMarks
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import label

_BAR = 104


def topic_tile(canvas: Canvas, rect: QRectF, mark: TopicMark) -> None:
    """The square with a topic's letter."""
    canvas.box(rect, 4, fill=mark.fill(canvas.tokens))
    pixels = fonts.CAPTION if rect.width() > 16 else 10
    canvas.text(rect, mark.letter, fonts.sans(pixels, fonts.SEMIBOLD), mark.ink(canvas.tokens), CENTRE)


class TopicRow(QAbstractButton):
    """One topic: checked while it is shown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.topic = ""
        self._mark = TopicMark("?", "#5A6373", "#9AA5B8")
        self._count, self._most = 0, 1
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def show_topic(self, topic: str, mark: TopicMark, numbers: tuple[int, int], *, shown: bool) -> None:
        """`numbers`: its posts, and those of the topic that has most."""
        self.topic, self._mark = topic, mark
        self._count, self._most = numbers
        self.setChecked(shown)
        self.setToolTip(plain_tooltip(topic))
        posts = f"{self._count} post{'' if self._count == 1 else 's'}"
        self.setAccessibleName(f"Topic {topic}, {posts}, {'shown' if shown else 'left out'}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(280, 32)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self._theme)
        rect, tokens = QRectF(self.rect()), canvas.tokens
        box = QRectF(2, rect.center().y() - 8, 16, 16)
        if self.isChecked():
            canvas.box(box, 4, fill=tokens.accent)
            canvas.icon(box, "check-bold", tokens.on_accent, 12)
        else:
            canvas.box(box, 4, fill=tokens.bg_input, line=tokens.border_control)
        topic_tile(canvas, QRectF(28, rect.center().y() - 9, 18, 18), self._mark)
        bar = QRectF(rect.right() - 30 - _BAR, rect.center().y() - 3, _BAR, 6)
        canvas.text(QRectF(56, 0, bar.x() - 66, rect.height()), self.topic, fonts.sans(), tokens.text, LEFT)
        canvas.box(bar, 3, fill=tokens.bg_hover)
        if self._count:
            share = QRectF(bar.x(), bar.y(), max(6.0, bar.width() * self._count / max(1, self._most)), 6)
            canvas.box(share, 3, fill=self._mark.fill(tokens))
        number = QRectF(bar.right(), 0, rect.right() - bar.right(), rect.height())
        canvas.text(number, str(self._count), fonts.sans(), tokens.text_2, RIGHT)
        if self.hasFocus():
            canvas.ring(rect, 4)
        painter.end()


class TopicList(QWidget):
    """`changed` carries the topics that are left out now."""

    changed = Signal(object)

    def __init__(self, theme: Theme, marks: TopicMarks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._marks = theme, marks
        self.rows: list[TopicRow] = []
        self._without: frozenset[str] = frozenset()
        self.all = Button(theme, "All", look=Look.FLAT, small=True)
        self.none = Button(theme, "None", look=Look.FLAT, small=True)
        self.all.setAccessibleName("Show all topics")
        self.none.setAccessibleName("Leave out all topics")
        head = QHBoxLayout()
        head.setSpacing(0)
        head.addWidget(label("Topics", fonts.sans(fonts.BASE, fonts.SEMIBOLD)), 1)
        head.addWidget(self.all)
        head.addWidget(self.none)
        inside = QWidget()
        inside.setObjectName("Surface")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 4, 0)
        self._column.setSpacing(0)
        self._column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(scroll, 1)
        self.all.clicked.connect(self._on_all)
        self.none.clicked.connect(self._on_none)

    def show_topics(self, topics: Sequence[tuple[str, int]], without: frozenset[str]) -> None:
        """Take over topics with their counts, and which of them are left out."""
        self._without = without
        while len(self.rows) < len(topics):
            row = TopicRow(self._theme)
            row.clicked.connect(self._on_row)
            self._column.insertWidget(len(self.rows), row)
            self.rows.append(row)
        while len(self.rows) > len(topics):
            row = self.rows.pop()
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        most = max((count for _, count in topics), default=1)
        for row, (topic, count) in zip(self.rows, topics, strict=True):
            row.show_topic(topic, self._marks.of(topic), (count, most), shown=topic not in without)

    @Slot()
    def _on_row(self) -> None:
        row = self.sender()
        if isinstance(row, TopicRow):
            self.changed.emit(self._without ^ {row.topic})

    @Slot()
    def _on_all(self) -> None:
        self.changed.emit(frozenset())

    @Slot()
    def _on_none(self) -> None:
        self.changed.emit(frozenset(row.topic for row in self.rows))
