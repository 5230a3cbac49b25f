"""The owner's key and what is done with it, on a thread of its own: unlocking takes about a second."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject


class OwnerActs(QObject):
    """Holds the unlocked key of this session."""

    locked = False

    def unlock(self, passphrase: str, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Unlock the owner key for this session."""
        done()
