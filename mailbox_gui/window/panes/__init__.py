"""The panes of the window in the order of the sidebar. Adding one is one line here and a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mailbox_gui.window.workbench import Workbench
from mailbox_gui.window.panes.pane import Pane
from mailbox_gui.window.panes.queue_pane import QueuePane


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
)
