"""Over the panes while nobody runs the relay: mail waits, and the owner's last word may have been days ago."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mailbox_gui.window.models.relay_view import RelayView
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.banner import Banner
from mailbox_gui.window.widgets.buttons import Button

HEADLINE = "The relay is stopped: mail waits in the outboxes"
SENTENCE = "Nothing is checked or delivered until it runs. It stays stopped when you open the window again."


class RelayNotice(QWidget):
    """`start_asked` is the button's wish. Hidden while a relay runs, starts, stops or cannot work."""

    start_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Surface")
        self.banner = Banner(theme, "hold")
        self.banner.say(HEADLINE, SENTENCE)
        self.start = Button(theme, "Start relay", icon="play-fill", small=True)
        self.start.clicked.connect(self.start_asked)
        self.banner.add_button(self.start)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        column.addWidget(self.banner)
        self.hide()

    def show_view(self, view: RelayView) -> None:
        """Come and go with the relay's state."""
        self.setVisible(view.stopped)
