"""The relay at the foot of the sidebar: what it is doing, since when, and the buttons that start and stop it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.draw.verdicts import Tone
from mailbox_gui.window.models.relay_view import RelayView
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.buttons import Button
from mailbox_gui.window.widgets.labels import label, set_tone, wrapping_label
from mailbox_gui.window.widgets.painted import Painted


class _StateIcon(Painted):
    """The relay's icon in its tone."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._icon = "circle-dashed"
        self._tone: Tone = "quiet"
        self.setFixedSize(18, 22)

    def show_state(self, icon: str, tone: Tone) -> None:
        """Show another state."""
        self._icon, self._tone = icon, tone
        self.update()

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        tokens = canvas.tokens
        ink = {"ok": tokens.ok, "hold": tokens.hold, "bad": tokens.bad, "quiet": tokens.text_3}[self._tone]
        canvas.icon(rect, self._icon, ink, 18)


_TIP_PADDING = 24


class RelayCard(QFrame):
    """`start_asked`, `stop_asked` and `sweep_asked` are wishes; the state shown comes back through `show_view`.

    On the rail the card is its icon alone, a button that asks for the whole card by `opened`.
    """

    opened = Signal()

    start_asked = Signal()
    stop_asked = Signal()
    sweep_asked = Signal()

    def __init__(self, theme: Theme, clock: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("RelayCard")
        self._theme = theme
        self._clock = clock
        self._view: RelayView | None = None
        self._rail = False
        self._icon = _StateIcon(theme)
        self._title = label("", fonts.sans(fonts.BASE, fonts.SEMIBOLD))
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._lines = wrapping_label("", fonts.sans(fonts.SECONDARY), "2")
        self._lines.setMinimumWidth(0)
        self._toggle = Button(theme, "Start relay", icon="play-fill", small=True)
        self._sweep = Button(theme, "Sweep the outboxes now", icon="arrows-clockwise", small=True, words=False)
        self._toggle.clicked.connect(self._on_toggle)
        self._sweep.clicked.connect(self.sweep_asked)
        self._body = QWidget(self)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._icon)
        head.addWidget(self._title, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._toggle)
        buttons.addWidget(self._sweep)
        buttons.addStretch(1)
        below = QVBoxLayout(self._body)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(14)
        indent = QHBoxLayout()
        indent.setContentsMargins(26, 0, 0, 0)
        indent.addWidget(self._lines)
        below.addLayout(indent)
        below.addLayout(buttons)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 12, 12, 16)
        self._column.setSpacing(4)
        self._column.addLayout(head)
        self._column.addWidget(self._body)

    @property
    def is_rail(self) -> bool:
        """Whether it is the icon alone."""
        return self._rail

    @property
    def buttons(self) -> tuple[Button, ...]:
        """Start or stop, and the sweep."""
        return (self._toggle, self._sweep)

    def show_sweep_in_words(self) -> None:
        """Where there is room the sweep has words."""
        self._sweep.set_words("Sweep now")
        self._sweep.set_compact(False)

    def show_title_alone(self) -> None:
        """Before there is a post office there is nothing to say or press."""
        self._body.hide()

    def set_rail(self, rail: bool) -> None:
        """The narrow form: the icon alone, which opens everything else."""
        self._rail = rail
        self._title.setVisible(not rail)
        self._body.setVisible(not rail)
        margins = (17, 12, 17, 14) if rail else (16, 12, 12, 16)
        self._column.setContentsMargins(*margins)
        self.setCursor(Qt.CursorShape.PointingHandCursor if rail else Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if rail else Qt.FocusPolicy.NoFocus)

    def show_view(self, view: RelayView) -> None:
        """Show the relay's state."""
        self._view = view
        self._icon.show_state(view.icon, view.tone)
        self._title.setText(view.title)
        set_tone(self._title, "bad" if view.tone == "bad" else "hold" if view.tone == "hold" else "1")
        self._toggle.set_words(view.button)
        self._toggle.set_icon(view.button_icon)
        self._toggle.setVisible(bool(view.button))
        self._toggle.setEnabled(view.button_enabled)
        self._sweep.setVisible(view.can_sweep)
        self.tick()

    def tick(self) -> None:
        """Say the ages anew."""
        if self._view is not None:
            lines = self._view.lines(self._clock())
            if self._lines.text() != lines:
                self._lines.setText(lines)
                self.setToolTip(plain_tooltip(f"{self._view.title}\n{lines}"))
                self.setAccessibleName(f"{self._view.title}. {lines}".replace("\n", ". "))

    def sizeHint(self) -> QSize:
        return QSize(56, 48) if self._rail else super().sizeHint()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if self._rail and inside and event.button() is Qt.MouseButton.LeftButton:
            self.opened.emit()
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._rail and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.opened.emit()
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if self._rail and isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            # Below the pointer, where Qt would put it, is outside the window.
            QToolTip.showText(self.tip_place(), self.toolTip(), self)
            return True
        return super().event(event)

    def tip_place(self) -> QPoint:
        """Where the tooltip begins, in the screen's coordinates: beside the icon, inside the window."""
        lines = self.accessibleName().count(". ") + 2
        height = lines * self.fontMetrics().lineSpacing() + _TIP_PADDING
        window = self.window()
        lowest = window.mapToGlobal(QPoint(0, window.height())).y() - height - 24
        beside = self.mapToGlobal(QPoint(self.width(), 0))
        return QPoint(beside.x(), min(beside.y(), lowest))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._rail and self.hasFocus():
            painter = QPainter(self)
            Canvas(painter, self._theme).ring(QRectF(QRect(self.rect())).adjusted(8, 6, -8, -6), 6)
            painter.end()

    @Slot()
    def _on_toggle(self) -> None:
        if self._view is None:
            return
        if self._view.starts:
            self.start_asked.emit()
        else:
            self.stop_asked.emit()
