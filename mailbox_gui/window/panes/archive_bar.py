"""Under the reader of the inbox: answer the message, put it away, go on to the next."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import label
from mailbox_gui.window.width_class import WidthClass


class ArchiveBar(QFrame):
    """`replied` and `archived` ask for it, `moved` for the next or previous message."""

    replied = Signal()
    archived = Signal()
    moved = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ActionBar")
        self.reply = Button(theme, "Reply", icon="arrow-bend-up-left", key="R", look=Look.PRIMARY)
        self.archive = Button(theme, "Archive", icon="archive-box", key="E")
        self._place = label("", fonts.sans(fonts.SECONDARY), "2")
        self._up = Button(theme, "Previous", icon="caret-up", key="K", look=Look.FLAT, small=True, words=False)
        self._down = Button(theme, "Next", icon="caret-down", key="J", look=Look.FLAT, small=True, words=False)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(24, 12, 24, 16)
        self._row.setSpacing(8)
        self._row.addWidget(self.reply)
        self._row.addWidget(self.archive)
        self._row.addStretch(1)
        for widget in (self._place, self._up, self._down):
            self._row.addWidget(widget)
        self.reply.clicked.connect(self.replied)
        self.archive.clicked.connect(self.archived)
        self._up.clicked.connect(self._on_up)
        self._down.clicked.connect(self._on_down)

    def show_place(self, place: int, count: int) -> None:
        """Say which of how many this is."""
        self._place.setText(f"{place} of {count}" if count else "")
        self.reply.setEnabled(place > 0)
        self.archive.setEnabled(place > 0)
        self._up.setEnabled(place > 1)
        self._down.setEnabled(place < count)

    def set_width_class(self, width: WidthClass) -> None:
        """Less room around in a small window."""
        narrow = width is WidthClass.NARROW
        self._row.setContentsMargins(*((16, 8, 16, 8) if narrow else (24, 12, 24, 16)))

    @Slot()
    def _on_up(self) -> None:
        self.moved.emit(-1)

    @Slot()
    def _on_down(self) -> None:
        self.moved.emit(1)
