"""What stands behind the first run: the window as it will be, empty."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from mailbox_gui.window.models.relay_view import relay_view
from mailbox_gui.window.panes import places
from mailbox_gui.window.sidebar.sidebar import Sidebar
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import label
from mailbox_gui.window.widgets.search_field import SearchField

NOBODY = "No agents yet"


def backdrop_sidebar(theme: Theme, clock: Callable[[], datetime], root: str) -> Sidebar:
    """The sidebar with its places and no agents."""
    made = Sidebar(theme, clock, places())
    made.brand.show_root(root, root)
    made.select("queue")
    made.show_relay(relay_view(None, mine=False, now=clock(), rescan=15))
    made.relay.show_title_alone()
    last = made.view.visualRect(made.model.index(made.model.rowCount() - 1))
    title = label("AGENTS", fonts.section(), "3", made.view)
    title.move(16, last.bottom() + 17)
    nobody = label(NOBODY, fonts.sans(fonts.SECONDARY), "2", made.view)
    nobody.move(16, last.bottom() + 41)
    return made


def backdrop_head(theme: Theme) -> tuple[QWidget, QWidget]:
    """The toolbar, and the header of the queue."""
    toolbar = QFrame()
    toolbar.setObjectName("Toolbar")
    toolbar.setFixedHeight(48)
    row = QHBoxLayout(toolbar)
    row.setContentsMargins(16, 1, 16, 0)
    row.setSpacing(8)
    search = SearchField(theme)
    search.setMaximumWidth(560)
    row.addWidget(search, 1)
    row.addStretch(0)
    for words, icon, key, look in (
        ("Rules", "sliders-horizontal", None, Look.FLAT),
        ("Settings", "gear-six", None, Look.FLAT),
        ("New message", "note-pencil", "C", Look.PRIMARY),
    ):
        row.addWidget(Button(theme, words, icon=icon, key=key, look=look))
    header = QFrame()
    header.setObjectName("PaneHeader")
    header.setFixedHeight(48)
    head = QHBoxLayout(header)
    head.setContentsMargins(16, 0, 16, 0)
    head.addWidget(label("Queue", fonts.sans(fonts.TITLE, fonts.SEMIBOLD)))
    return toolbar, header
