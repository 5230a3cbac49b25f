"""Step 4: what was made, and what is to happen when the mailbox opens."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from mailbox_gui.window.first_run.making import Made
from mailbox_gui.window.first_run.plan import Plan
from mailbox_gui.window.first_run.step import Line, Step
from mailbox_gui.window.moments import day
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.labels import ElidedLabel, label
from mailbox_gui.window.widgets.toggles import CheckBox


class DoneStep(Step):
    """`show_made` fills it. The three boxes are wishes for the first start."""

    def __init__(self, theme: Theme, *, has_tray: bool) -> None:
        super().__init__(theme, "Ready", "Your post office is set up.")
        self.list = QFrame()
        self.list.setObjectName("Table")
        self._lines = QVBoxLayout(self.list)
        self._lines.setContentsMargins(14, 6, 14, 6)
        self._lines.setSpacing(0)
        self.relay = CheckBox(theme, "Start the relay now", "It delivers at once, and sweeps the outboxes every 15 s.")
        told = "A tray icon with a count; one notice per message." if has_tray else "In the title and in the task bar."
        self.notify = CheckBox(theme, "Tell me when mail waits for me", told)
        self.first = CheckBox(theme, "Send me a first message", "A practice request to decide on, from the node.")
        self.line = Line(theme)
        self.column.addWidget(self.list)
        self.column.addSpacing(12)
        for box in (self.relay, self.notify, self.first):
            box.setChecked(True)
            self.column.addWidget(box)
            self.column.addSpacing(6)
        self.column.addWidget(self.line)
        self.column.addStretch(1)

    def show_made(self, plan: Plan, made: Made, folder: str, now: datetime) -> None:
        """List what there is now."""
        names = [agent.name for agent in plan.agents]
        keys = "none; every message is unsigned"
        if made.delegated and made.until is not None:
            keys = f"{len(made.delegated)} delegated until {day(made.until, now)}"
        owner = "\N{MIDDLE DOT}".join(made.owner.split()[:4])
        secured = "" if plan.passphrase is not None else ", no passphrase"
        for words, value, mono in (
            ("Post office", folder, True),
            ("Agents", ", ".join(names), False),
            ("Owner key", f"ed25519 {owner}{secured}", True),
            ("Session keys", keys, True),
        ):
            self._lines.addWidget(_made_line(self.theme, words, value, mono=mono))
        # Somebody must be there whom the node can write to.
        self.first.setVisible(len(names) > 1)
        self.first.setChecked(len(names) > 1)

    def first_focus(self) -> QWidget:
        return self.relay


def _made_line(theme: Theme, words: str, value: str, *, mono: bool) -> QWidget:
    made = QWidget()
    made.setFixedHeight(30)
    made.setAccessibleName(f"{words}: {value}")
    mark = Line(theme)
    mark.say(" ", "ok")
    mark.setFixedWidth(24)
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(4)
    row.addWidget(mark)
    name = label(words, fonts.sans())
    name.setFixedWidth(148)
    row.addWidget(name)
    row.addWidget(ElidedLabel(value, fonts.mono() if mono else fonts.sans(), "2"), 1)
    return made
