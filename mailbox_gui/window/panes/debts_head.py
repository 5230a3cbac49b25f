"""The head of the board: how many are open and overdue, when they were counted, which come first."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from mailbox_gui.window.draw.verdicts import Mark
from mailbox_gui.window.models.debt_board import BoardView
from mailbox_gui.window.models.relay_view import RelayView
from mailbox_gui.window.moments import age, clock
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.chips import VerdictLabel
from mailbox_gui.window.widgets.labels import ElidedLabel, label, set_tone

_LATE = Mark("warning-circle-fill", "bad", "overdue")


class DebtsHead(QFrame):
    """`start_asked` is the wish that the relay runs, `turned` that others come first, `export_asked` for a file."""

    start_asked = Signal()
    turned = Signal()
    export_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("PaneHeader")
        self.setFixedHeight(48)
        self._relay: RelayView | None = None
        self.open = label("…", fonts.sans(), "2")
        self.late = VerdictLabel(theme)
        self.late.show_mark(None)
        self.counted = ElidedLabel("", fonts.sans(fonts.SECONDARY), "3")
        self.start = Button(theme, "Start relay", icon="play-fill", small=True)
        self.start.hide()
        self.order = Button(theme, "Most overdue first", icon="sort-ascending", look=Look.FLAT, small=True)
        self.export = Button(theme, "Export…", icon="export", small=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(12)
        row.addWidget(label("Debts", fonts.sans(fonts.TITLE, fonts.SEMIBOLD)))
        row.addWidget(self.open)
        row.addWidget(self.late)
        row.addStretch(1)
        row.addWidget(self.counted)
        row.addWidget(self.start)
        row.addWidget(self.order)
        row.addWidget(self.export)
        self.start.clicked.connect(self.start_asked)
        self.order.clicked.connect(self.turned)
        self.export.clicked.connect(self.export_asked)

    def set_narrow(self, narrow: bool) -> None:
        """Icons without words where there is little room."""
        self.setFixedHeight(40 if narrow else 48)
        self.export.set_compact(narrow)

    def show_board(self, view: BoardView) -> None:
        """Take over the counts of everybody's debts."""
        self.open.setText(f"{view.owed:,} open" if view.owed else "nothing is owed")
        words = f"{view.overdue:,} overdue"
        self.late.show_mark(_LATE if view.overdue else None, words)
        oldest = view.shape.order == "opened"
        self.order.set_words("Longest owed first" if oldest else "Most overdue first")

    def show_relay(self, view: RelayView, now: datetime) -> None:
        """Say when the debts were counted, and that nobody counts them."""
        self._relay = view
        self.tick(now)

    def tick(self, now: datetime) -> None:
        """Say the age anew."""
        view = self._relay
        if view is None:
            return
        last = view.state.last_pass
        idle = view.state.phase in ("stopped", "failed") or view.starts
        if not idle:
            self.counted.setText(f"counted {age(now - last)} ago by the relay" if last is not None else "")
        else:
            when = f"Last counted {clock(last)}; " if last is not None else ""
            why = "the relay is stopped" if view.starts else "the relay cannot work"
            self.counted.setText(f"{when}{why}" if when else why[:1].upper() + why[1:])
        set_tone(self.counted, "hold" if idle else "3")
        self.start.setVisible(view.starts)
