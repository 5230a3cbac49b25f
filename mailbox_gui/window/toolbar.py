"""The bar over the panes: the search."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.search_field import SearchField
from mailbox_gui.window.width_class import WidthClass


class Toolbar(QFrame):
    """Further actions of the whole window find their place at its right end."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Toolbar")
        self.setFixedHeight(48)
        self.search = SearchField(theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 1, 16, 0)
        row.setSpacing(8)
        row.addWidget(self.search, 1)
        row.addStretch(0)

    def set_width_class(self, width: WidthClass) -> None:
        """In a small window the search takes the whole bar."""
        self.search.setMaximumWidth(16_777_215 if width is WidthClass.NARROW else 560)
