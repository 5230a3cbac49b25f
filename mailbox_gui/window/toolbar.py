"""The bar over the panes: the search, whether the owner key is locked, the rules, and a new message."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from mailbox_gui.window.key_status import KeyStatus
from mailbox_gui.window.owner_acts import OwnerActs
from mailbox_gui.window.searches import Searches
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.search_field import SearchField
from mailbox_gui.window.width_class import WidthClass


class Toolbar(QFrame):
    """Further actions of the whole window find their place at its right end."""

    def __init__(self, theme: Theme, owner: OwnerActs, searches: Searches, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Toolbar")
        self.setFixedHeight(48)
        self.search = SearchField(theme, searches)
        self.key = KeyStatus(theme, owner)
        self.rules = Button(theme, "Rules", icon="sliders-horizontal", look=Look.FLAT)
        self.rules.setCheckable(True)
        self.settings = Button(theme, "Settings", icon="gear-six", look=Look.FLAT)
        self.compose = Button(theme, "New message", icon="note-pencil", key="C", look=Look.PRIMARY)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 1, 16, 0)
        row.setSpacing(8)
        row.addWidget(self.search, 1)
        row.addStretch(0)
        for widget in (self.key, self.rules, self.settings, self.compose):
            row.addWidget(widget)

    def set_width_class(self, width: WidthClass) -> None:
        """In a small window the search takes the whole bar."""
        self.search.setMaximumWidth(16_777_215 if width is WidthClass.NARROW else 560)
        self.key.set_width_class(width)
        for button in (self.rules, self.settings, self.compose):
            button.set_compact(width is WidthClass.NARROW)
