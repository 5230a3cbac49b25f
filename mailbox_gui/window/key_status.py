"""In the toolbar: whether the owner key is locked, and the button that locks it now."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mailbox_gui.window.moments import clock
from mailbox_gui.window.owner_acts import OwnerActs
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.tooltips import plain_tooltip
from mailbox_gui.window.widgets.buttons import Button
from mailbox_gui.window.widgets.chips import Pill
from mailbox_gui.window.width_class import WidthClass

BARE = (
    "Your owner key has no passphrase: any program that runs as this user can decide in your name. "
    "mailbox keys passphrase sets one."
)
_LOCKED = "Your owner key is locked: the next decision asks for its passphrase."


class KeyStatus(QWidget):
    """Follows the owner's acts by itself."""

    def __init__(self, theme: Theme, owner: OwnerActs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._owner = owner
        self._narrow = False
        self.pill = Pill(theme, height=24)
        self.lock = Button(theme, "Lock now", icon="lock-key", small=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.pill)
        row.addWidget(self.lock)
        self.lock.clicked.connect(owner.lock)
        owner.lock_changed.connect(self.show_state)
        self.show_state()

    def set_width_class(self, width: WidthClass) -> None:
        """In a small window there are fewer words."""
        self._narrow = width is WidthClass.NARROW
        self.lock.set_compact(self._narrow)
        self.show_state()

    @Slot()
    def show_state(self) -> None:
        """Say it anew."""
        owner = self._owner
        open_now = owner.known and not owner.locked and not owner.bare
        self.lock.setVisible(open_now)
        if not owner.known:
            self.pill.show_words("", "", "quiet")
        elif owner.bare:
            self._say("Key without passphrase", "No passphrase", "lock-key-open-fill", BARE)
        elif owner.locked:
            self._say("Key locked", "Locked", "lock-key-fill", _LOCKED)
        elif owner.until is not None:
            until = clock(owner.until)
            self._say(f"Key unlocked until {until}", f"Until {until}", "lock-key-open-fill", "It locks itself then.")
        else:
            self._say("Key unlocked", "Unlocked", "lock-key-open-fill", "It locks when the window closes.")

    def _say(self, words: str, short: str, icon: str, tip: str) -> None:
        self.pill.show_words(short if self._narrow else words, icon, "hold" if self._owner.bare else "quiet")
        self.pill.setAccessibleName(f"{words}. {tip}")
        self.pill.setToolTip(plain_tooltip(tip))
