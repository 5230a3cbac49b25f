"""The bar over the panes: the search, and whether the owner key is locked."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from mailbox_gui.window.key_status import KeyStatus
from mailbox_gui.window.owner_acts import OwnerActs
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.search_field import SearchField
from mailbox_gui.window.width_class import WidthClass


class Toolbar(QFrame):
    """Further actions of the whole window find their place at its right end."""

    def __init__(self, theme: Theme, owner: OwnerActs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Toolbar")
        self.setFixedHeight(48)
        self.search = SearchField(theme)
        self.key = KeyStatus(theme, owner)
        self.settings = Button(theme, "Settings", icon="gear-six", look=Look.FLAT)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 1, 16, 0)
        row.setSpacing(8)
        row.addWidget(self.search, 1)
        row.addStretch(0)
        row.addWidget(self.key)
        row.addWidget(self.settings)

    def set_width_class(self, width: WidthClass) -> None:
        """In a small window the search takes the whole bar."""
        self.search.setMaximumWidth(16_777_215 if width is WidthClass.NARROW else 560)
        self.key.set_width_class(width)
        self.settings.set_compact(width is WidthClass.NARROW)
