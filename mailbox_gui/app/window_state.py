"""What the window remembers from one start to the next: its place, its look, whether the relay is wanted."""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from mailbox_gui.window.theme.theme import Appearance


class WindowState:
    """Kept per user; what concerns one post office is kept under its folder."""

    def __init__(self, settings: QSettings, root: Path) -> None:
        self._settings = settings
        self._office = hashlib.sha256(str(root).encode("utf-8", "surrogateescape")).hexdigest()[:16]

    @property
    def geometry(self) -> QByteArray | None:
        """Size and place of the window."""
        value = self._settings.value("window/geometry")
        return value if isinstance(value, QByteArray) else None

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._settings.setValue("window/geometry", value)

    @property
    def appearance(self) -> Appearance:
        """Light, dark, or like the system."""
        try:
            return Appearance(str(self._settings.value("window/appearance", Appearance.SYSTEM.value)))
        except ValueError:
            return Appearance.SYSTEM

    @appearance.setter
    def appearance(self, value: Appearance) -> None:
        self._settings.setValue("window/appearance", value.value)

    @property
    def place(self) -> str:
        """Where the window was."""
        return str(self._settings.value(f"office/{self._office}/place", "queue"))

    @place.setter
    def place(self, value: str) -> None:
        self._settings.setValue(f"office/{self._office}/place", value)

    @property
    def relay_wanted(self) -> bool:
        """Whether the relay is to run while the window is open: the owner's last word."""
        return str(self._settings.value(f"office/{self._office}/relay", "true")) != "false"

    @relay_wanted.setter
    def relay_wanted(self, value: bool) -> None:
        self._settings.setValue(f"office/{self._office}/relay", "true" if value else "false")

    def keep(self) -> None:
        """Write it down now."""
        self._settings.sync()
