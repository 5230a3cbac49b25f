"""One post of the bus: its label, both keys whole, what was verified, and its body as plain text."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from mailbox_gui.window.delegates.bus_delegate import grouped
from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.models.bus_view import BusRow, age_of
from mailbox_gui.window.moments import exact
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import kind_icon
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.theme.topic_marks import TopicMark, TopicMarks
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.avatar import Avatar
from mailbox_gui.window.widgets.buttons import Button
from mailbox_gui.window.widgets.chips import Chip
from mailbox_gui.window.widgets.labels import ElidedLabel, label, set_tone
from mailbox_gui.window.widgets.painted import Painted
from mailbox_gui.window.widgets.signature_icon import SignatureIcon
from mailbox_gui.window.widgets.topic_list import topic_tile

LABEL_TIP = "The name that the poster gives itself; who posted is what the signature says"


class _Tile(Painted):
    """The square with the topic's letter."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.mark: TopicMark | None = None
        self.setFixedSize(18, 18)

    def sizeHint(self) -> QSize:
        return QSize(18, 18)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        if self.mark is not None:
            topic_tile(canvas, rect, self.mark)


class BusDetail(QFrame):
    """`opened` carries the id of the message that the post refers to."""

    opened = Signal(str)

    def __init__(self, theme: Theme, marks: TopicMarks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("SubtleFooter")
        self._marks = marks
        self._row: BusRow | None = None
        self.number = label("", fonts.sans(fonts.TITLE, fonts.SEMIBOLD))
        self._avatar = Avatar(theme, side=20)
        self.name = ElidedLabel("", fonts.sans(fonts.BASE, fonts.SEMIBOLD))
        self._tile = _Tile(theme)
        self.topic = ElidedLabel("", fonts.sans())
        self._kind = Chip(theme)
        self.when = label("", fonts.sans(fonts.SECONDARY), "3")
        self.open = Button(theme, "Open message", icon="arrow-square-out", small=True)
        self.body = QPlainTextEdit()
        self.body.setReadOnly(True)
        self.body.setFrameShape(QFrame.Shape.NoFrame)
        self.body.setFont(fonts.sans())
        self.body.setAccessibleName("Body of the post")
        self.body.setTabChangesFocus(True)
        self.body.setMinimumHeight(40)
        self.body.document().setDocumentMargin(0)
        self.body.viewport().setAutoFillBackground(False)
        self.body.setStyleSheet("QPlainTextEdit { background: transparent; }")
        self._fields: dict[str, ElidedLabel] = {}
        self._seal = SignatureIcon(theme)
        self.proof = ElidedLabel("", fonts.sans(fonts.SECONDARY, fonts.MEDIUM), "ok")
        self._lay_out()
        self.open.clicked.connect(self._on_open)
        self.show_row(None, None)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        for widget in (self.number, self._avatar, self.name, self._tile, self.topic, self._kind, self.when):
            head.addWidget(widget)
        for elided in (self.name, self.topic):
            elided.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        head.addStretch(1)
        head.addWidget(self.open)
        grid = QGridLayout()
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(0)
        for column, name in enumerate(("slot", "height", "ref", "author key", "session key")):
            key = name.endswith("key")
            value = ElidedLabel("", fonts.mono(), "1", middle=key)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
            grid.addWidget(label(name, fonts.sans(fonts.CAPTION), "3"), 0, column)
            grid.addWidget(value, 1, column)
            grid.setColumnStretch(column, 5 if key else 1)
            self._fields[name] = value
        proof = QHBoxLayout()
        proof.setSpacing(4)
        proof.addWidget(self._seal)
        proof.addWidget(self.proof, 1)
        column_of_all = QVBoxLayout(self)
        column_of_all.setContentsMargins(16, 10, 16, 8)
        column_of_all.setSpacing(6)
        column_of_all.addLayout(head)
        column_of_all.addWidget(self.body, 1)
        column_of_all.addLayout(grid)
        column_of_all.addLayout(proof)

    def value(self, name: str) -> str:
        """What is said under a caption."""
        return self._fields[name].text()

    def show_row(self, row: BusRow | None, now: datetime | None) -> None:
        """Show another post, or none."""
        before, self._row = self._row, row
        for widget in (self._avatar, self._tile, self._kind, self._seal):
            widget.setVisible(row is not None)
        self.open.setVisible(row is not None and bool(row.message))
        if row is None or now is None:
            self.number.setText("")
            for line in (self.name, self.topic, self.proof, *self._fields.values()):
                line.setText("")
            self.when.setText("")
            self.body.setPlainText("")
            self.body.setPlaceholderText("Choose a post: its body, keys and signature are shown here")
            return
        self.number.setText(f"#{row.seq}")
        self._avatar.set_name(row.label, by_owner=row.by_owner)
        self.name.setText(row.label)
        self.name.setToolTip(plain_tooltip(f"{row.label}\n{LABEL_TIP}"))
        self._tile.mark = self._marks.of(row.topic)
        self._tile.update()
        self.topic.setText(row.topic)
        self._kind.setVisible(bool(row.kind))
        self._kind.show_words(row.kind, kind_icon(row.kind))
        self.tick(now)
        self._show_fields(row)
        if before is None or before.seq != row.seq or before.body != row.body:
            self.body.setPlainText(row.body)
        self.proof.setText(row.proof.words)
        set_tone(self.proof, "2" if row.proof.tone == "quiet" else row.proof.tone)
        self._seal.show_signature(proved=row.proof.holds, tone=row.proof.tone)

    def tick(self, now: datetime) -> None:
        """Say the age anew."""
        row = self._row
        if row is not None:
            self.when.setText(age_of(row, now))
            self.when.setToolTip(plain_tooltip(exact(row.at)) if row.at is not None else "")

    def _show_fields(self, row: BusRow) -> None:
        values = {
            "slot": str(row.slot),
            "height": grouped(row.height),
            "ref": row.ref or "none",
            "author key": row.author,
            "session key": row.session or "none: the author's own key signed",
        }
        for name, text in values.items():
            self._fields[name].setText(text)
            self._fields[name].setAccessibleName(f"{name}: {text}")

    @Slot()
    def _on_open(self) -> None:
        if self._row is not None and self._row.message:
            self.opened.emit(self._row.message)
