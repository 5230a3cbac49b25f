"""The relay at the foot of the sidebar: what it is doing, since when, and the buttons that start and stop it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

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


class RelayCard(QFrame):
    """`start_asked`, `stop_asked` and `sweep_asked` are wishes; the state shown comes back through `show_view`."""

    start_asked = Signal()
    stop_asked = Signal()
    sweep_asked = Signal()

    def __init__(self, theme: Theme, clock: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("RelayCard")
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

    def set_rail(self, rail: bool) -> None:
        """The narrow form: the icon alone, everything else in its tooltip."""
        self._rail = rail
        self._title.setVisible(not rail)
        self._body.setVisible(not rail)
        margins = (17, 12, 17, 14) if rail else (16, 12, 12, 16)
        self._column.setContentsMargins(*margins)
        self.setCursor(Qt.CursorShape.PointingHandCursor if rail else Qt.CursorShape.ArrowCursor)

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

    @Slot()
    def _on_toggle(self) -> None:
        if self._view is None:
            return
        if self._view.starts:
            self.start_asked.emit()
        else:
            self.stop_asked.emit()
