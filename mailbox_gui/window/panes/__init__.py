"""The panes of the window in the order of the sidebar. Adding one is one line here and a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mailbox_gui.window.panes.agent_pane import AgentPane
from mailbox_gui.window.panes.bus_pane import BusPane
from mailbox_gui.window.panes.debts_pane import DebtsPane
from mailbox_gui.window.panes.inbox_pane import InboxPane
from mailbox_gui.window.panes.journal_pane import JournalPane
from mailbox_gui.window.panes.pane import Pane
from mailbox_gui.window.panes.queue_pane import QueuePane
from mailbox_gui.window.panes.rules_pane import RulesPane
from mailbox_gui.window.sidebar.nav_model import Place
from mailbox_gui.window.workbench import Workbench


@dataclass(frozen=True, slots=True)
class PaneEntry:
    """A place of the sidebar and what it shows. `letter` follows G on the keyboard; agents share one pane."""

    group: str
    key: str
    title: str
    icon: str
    letter: str
    make: Callable[[Workbench], Pane]


PANES = (
    PaneEntry("OWNER", "queue", "Queue", "tray", "Q", QueuePane),
    PaneEntry("OWNER", "debts", "Debts", "scales", "D", DebtsPane),
    PaneEntry("OWNER", "inbox", "Inbox", "envelope-simple", "I", InboxPane),
    PaneEntry("HISTORY", "journal", "Journal", "book-open", "J", JournalPane),
    PaneEntry("HISTORY", "bus", "Bus", "broadcast", "B", BusPane),
    PaneEntry("", "rules", "Rules", "sliders-horizontal", "R", RulesPane),
    PaneEntry("", "agent", "Agent", "user", "", AgentPane),
)


def places() -> list[tuple[str, list[Place]]]:
    """The groups of the sidebar with their places."""
    groups: dict[str, list[Place]] = {}
    for entry in PANES:
        if entry.group:
            groups.setdefault(entry.group, []).append(Place(entry.key, entry.title, entry.icon))
    return list(groups.items())
