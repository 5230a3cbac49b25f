"""Over the panes while messages wait for the owner that came since the queue was last in front."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tray import waiting_words
from mailbox_gui.window.widgets.banner import Banner
from mailbox_gui.window.widgets.buttons import Button

BEFORE = "Nothing of it passes before you decide."


class HeldNotice(QWidget):
    """`queue_asked` is the button's wish. Gone when the queue comes to the front, or nothing waits any more."""

    queue_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Surface")
        self._seen: frozenset[str] = frozenset()
        self._told = 0
        self.banner = Banner(theme, "hold")
        self.open = Button(theme, "Open queue", icon="tray", small=True)
        self.open.clicked.connect(self.queue_asked)
        self.banner.add_button(self.open)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        column.addWidget(self.banner)
        self.hide()

    def show_held(self, held: frozenset[str], *, at_queue: bool) -> None:
        """These wait now; with the queue in front the owner sees them."""
        self._seen = held if at_queue else self._seen & held
        fresh = len(held - self._seen)
        self.setVisible(fresh > 0)
        if fresh and fresh > self._told:
            # Polite: a screen reader ends its sentence first.
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, waiting_words(fresh)))
        self._told = fresh
        if fresh:
            self.banner.say(waiting_words(fresh), BEFORE)
