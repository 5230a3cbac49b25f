"""The message that the draft speaks of: its topic as a chip, or a field to put an id into."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from mailbox_gui.window.draw.canvas import Canvas, text_width
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip


class _RefChip(QAbstractButton):
    """The topic with a cross that takes it away."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Ref")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(text_width(self.text(), fonts.sans())) + 50, 24)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas, rect = Canvas(painter, self._theme), QRectF(self.rect())
        tokens = canvas.tokens
        canvas.box(rect, 4, fill=tokens.bg_hover)
        canvas.icon(QRectF(5, 0, 16, rect.height()), "envelope-simple", tokens.text_2, 14)
        canvas.text(rect.adjusted(26, 0, -22, 0), self.text(), fonts.sans(), tokens.text)
        canvas.icon(QRectF(rect.right() - 20, 0, 16, rect.height()), "x-bold", tokens.text_2, 10)
        if self.hasFocus():
            canvas.ring(rect, 4)
        painter.end()


class RefField(QFrame):
    """`changed` follows what is typed, and the chip's cross."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("RefField")
        self.setFixedHeight(32)
        self.field = QLineEdit()
        self.field.setProperty("bare", "true")
        self.field.setFont(fonts.mono())
        self.field.setPlaceholderText("id of a message (optional)")
        self.field.setAccessibleName("Ref: id of the message that this is about")
        self.chip = _RefChip(theme)
        self.chip.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 1, 4, 1)
        row.setSpacing(4)
        row.addWidget(self.chip)
        row.addWidget(self.field, 100)
        row.addStretch(1)
        self.field.textEdited.connect(self.changed)
        self.chip.clicked.connect(self._on_cross)

    @property
    def value(self) -> str:
        """The id, as it was typed."""
        return self.field.text()

    def show_ref(self, message_id: str, topic: str = "") -> None:
        """Show another id; with its topic where that is known."""
        if self.field.text() != message_id:
            self.field.setText(message_id)
        self.show_topic(topic)

    def show_topic(self, topic: str) -> None:
        """The id names a message that is known, or not (any more)."""
        if topic == self.chip.text() and self.chip.isHidden() != bool(topic):
            return
        self.chip.setText(topic)
        self.chip.setAccessibleName(f"Ref: {topic}; press to take it away")
        self.chip.setToolTip(plain_tooltip(f"{topic}\n{self.value}"))
        self.chip.updateGeometry()
        self.chip.setVisible(bool(topic))
        # Whoever types sees what is typed.
        self.field.setVisible(not topic or self.field.hasFocus())

    @Slot()
    def _on_cross(self) -> None:
        self.show_ref("")
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()
