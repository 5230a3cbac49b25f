"""Step 2: who writes mail, which of them is the node, and which sign it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from mailbox_gui.window.first_run.plan import HUB, AgentPlan, why_no_name
from mailbox_gui.window.first_run.step import Line, Step, field, mark_error
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.avatar import Avatar
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.chips import Chip
from mailbox_gui.window.widgets.glyph import Glyph
from mailbox_gui.window.widgets.labels import label

SIGNS, SIGNS_NOT = "session key", "no key"
_HEAD, _ROW = 32, 36


class AgentsStep(Step):
    """`agents` in the order in which they were named; the node is one of them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Which agents write here?", "")
        self.hub = HUB
        self.agents: list[AgentPlan] = [AgentPlan(HUB)]
        self._signs = True
        self.name = field("Name of an agent", "Name, for example editor")
        self.name.installEventFilter(self)
        self.how = Button(theme, SIGNS, icon="key")
        self.add = Button(theme, "Add", icon="plus-bold")
        self.line = Line(theme)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.name, 1)
        row.addWidget(self.how)
        row.addWidget(self.add)
        self.column.addLayout(row)
        self.column.addWidget(self.line)
        self.column.addSpacing(4)
        self._table = QFrame()
        self._table.setObjectName("Table")
        inside = QVBoxLayout(self._table)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        inside.addWidget(_head())
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside.addWidget(self._area, 1)
        self.column.addWidget(self._table, 1)
        self.column.addStretch(0)
        self.how.clicked.connect(self._on_how)
        self.add.clicked.connect(self._on_add)
        self.name.textEdited.connect(self._on_edited)
        self._say_how()
        self._show()

    @property
    def said(self) -> str:
        count = len(self.agents)
        return f"{count} agent{'' if count == 1 else 's'}"

    def first_focus(self) -> QWidget:
        return self.name

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        typed = watched is self.name and event.type() == QEvent.Type.KeyPress and bool(self.name.text().strip())
        # Enter adds what is typed; with nothing typed it goes on, as everywhere.
        if typed and isinstance(event, QKeyEvent) and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._on_add()
            return True
        return super().eventFilter(watched, event)

    def put_agent(self, name: str, *, signs: bool = True) -> bool:
        """Add an agent; False, and a sentence under the field, when it cannot be called so."""
        why = why_no_name(name, [agent.name for agent in self.agents])
        self.line.say(why, "bad")
        mark_error(self.name, wrong=bool(why))
        if why:
            return False
        self.agents.append(AgentPlan(name, signs))
        self._show()
        return True

    def remove(self, name: str) -> None:
        """Take an agent off the list; the node stays."""
        if name != self.hub:
            self.agents = [agent for agent in self.agents if agent.name != name]
            self._show()
            self.name.setFocus()

    def make_hub(self, name: str) -> None:
        """Let the others write to this one."""
        self.hub = name
        self.agents.sort(key=lambda agent: agent.name != name)
        self._show()

    @Slot()
    def _on_add(self) -> None:
        name = self.name.text().strip()
        if name and self.put_agent(name, signs=self._signs):
            self.name.clear()
        self.name.setFocus()

    @Slot()
    def _on_edited(self) -> None:
        self.line.say("")
        mark_error(self.name, wrong=False)

    @Slot()
    def _on_how(self) -> None:
        self._signs = not self._signs
        self._say_how()

    def _say_how(self) -> None:
        self.how.set_words(SIGNS if self._signs else SIGNS_NOT)
        self.how.set_icon("key" if self._signs else "minus")
        self.how.setAccessibleName(f"How the new agent signs: {self.how.text()}; press to change it")
        self.how.setToolTip("With a session key the relay proves who wrote a message; without one it does not.")

    def _show(self) -> None:
        self.sentence.setText(f"{self.hub} is the node: the others write only to it. You can change that in Rules.")
        self.theme.hues.set_roster(self.hub, [agent.name for agent in self.agents])
        # No higher than its rows; more than there is room for scroll.
        self._table.setMaximumHeight(_HEAD + 4 + _ROW * len(self.agents))
        body = QWidget()
        body.setObjectName("Surface")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for agent in self.agents:
            column.addWidget(self._row(agent))
        column.addStretch(1)
        self._area.setWidget(body)
        self.changed.emit()

    def _row(self, agent: AgentPlan) -> QWidget:
        theme, is_hub = self.theme, agent.name == self.hub
        made = QFrame()
        # The last one ends with the table's own line.
        made.setObjectName("TableRow" if agent is not self.agents[-1] else "Surface")
        made.setFixedHeight(_ROW)
        signs = SIGNS if agent.signs else SIGNS_NOT
        made.setAccessibleName(f"{agent.name}{', the node' if is_hub else ''}, {signs}")
        name = QHBoxLayout()
        name.setSpacing(8)
        name.addWidget(Avatar(theme, agent.name, 20))
        name.addWidget(label(agent.name, fonts.sans()))
        if is_hub:
            name.addWidget(Chip(theme, "node", "share-network"))
        name.addStretch(1)
        how = QHBoxLayout()
        how.setSpacing(8)
        how.addWidget(Glyph(theme, "key" if agent.signs else "minus", 16, "2"))
        how.addWidget(label(signs, fonts.sans(), "2"))
        how.addStretch(1)
        if not is_hub:
            for icon, words, act in (
                ("share-network", f"Make {agent.name} the node", self.make_hub),
                ("x", f"Remove {agent.name}", self.remove),
            ):
                button = Button(theme, words, icon=icon, look=Look.FLAT, small=True, words=False)
                button.clicked.connect(partial(act, agent.name))
                how.addWidget(button)
        row = QHBoxLayout(made)
        row.setContentsMargins(12, 0, 6, 0)
        row.setSpacing(8)
        row.addLayout(name, 3)
        row.addLayout(how, 5)
        return made


def _head() -> QFrame:
    head = QFrame()
    head.setObjectName("TableHead")
    head.setFixedHeight(_HEAD)
    row = QHBoxLayout(head)
    row.setContentsMargins(12, 0, 6, 0)
    row.setSpacing(8)
    row.addWidget(label("Agent", fonts.sans(fonts.SECONDARY, fonts.MEDIUM), "2"), 3)
    row.addWidget(label("How it signs", fonts.sans(fonts.SECONDARY, fonts.MEDIUM), "2"), 5)
    return head
