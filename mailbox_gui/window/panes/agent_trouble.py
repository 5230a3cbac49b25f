"""What is wrong with one agent and what the owner can do about it here: a paused outbox, a folder that is gone."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mailbox_gui.window.models.agent_page import AgentHead
from mailbox_gui.window.owner_acts import OwnerActs
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.banner import Banner
from mailbox_gui.window.widgets.buttons import Button
from mailbox_gui.window.widgets.unlock_row import UnlockRow


class AgentTrouble(QWidget):
    """Hidden while nothing is wrong. `healed` says that an act took effect."""

    healed = Signal()
    said = Signal(str)

    def __init__(self, theme: Theme, owner: OwnerActs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._owner = owner
        self._name = ""
        self._banner = Banner(theme, "bad")
        self._resume = Button(theme, "Resume", icon="play-fill", small=True)
        self._banner.add_button(self._resume)
        self._unlock = UnlockRow(theme, "resuming is signed with it")
        self._unlock.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        column.setSpacing(8)
        column.addWidget(self._banner)
        column.addWidget(self._unlock)
        self._resume.clicked.connect(self._on_resume)
        self._unlock.given.connect(self._on_passphrase)
        self.hide()

    def show_head(self, head: AgentHead) -> None:
        """Show what is wrong with this agent."""
        if head.name != self._name:
            self._name = head.name
            self._unlock.hide()
            self._resume.setEnabled(True)
        self.setVisible(head.paused or head.missing)
        self._resume.setVisible(head.paused)
        if head.missing:
            self._banner.say(
                f"The folder of {head.name} is gone",
                f"Mail to and from {head.name} waits: {head.folder}",
                "Make the folder again, or correct its path in rules.json. The relay goes on by itself.",
                "bad",
            )
        elif head.paused:
            self._banner.say(
                f"The outbox of {head.name} is paused",
                "It went on writing far beyond its daily limit. New drafts stay in its outbox, unread and unharmed.",
                "It ends by itself after 24 hours, or when you resume it.",
                "hold",
            )
        else:
            self._unlock.hide()
            self._resume.setEnabled(True)

    @Slot()
    def _on_resume(self) -> None:
        if self._owner.locked:
            self._unlock.ask()
            return
        self._resume.setEnabled(False)
        self._owner.act("resume", {"agent": self._name}, self.healed.emit, self._on_failed)

    @Slot(str)
    def _on_passphrase(self, passphrase: str) -> None:
        self._owner.unlock(passphrase, self._unlock.span, self._on_unlocked, self._unlock.refuse)

    def _on_unlocked(self) -> None:
        self._unlock.hide()
        self._on_resume()

    def _on_failed(self, reason: str) -> None:
        self._resume.setEnabled(True)
        self.said.emit(f"Not resumed: {reason}")
