"""What the window remembers from one start to the next: its place, its look, whether the relay is wanted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

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
    def sizes(self) -> dict[str, tuple[int, ...]]:
        """How far the owner drew each splitter."""
        known = _mapping(self._settings.value("window/sizes", ""))
        return {
            name: tuple(sizes)
            for name, sizes in known.items()
            if isinstance(sizes, list) and all(isinstance(size, int) for size in sizes)
        }

    @sizes.setter
    def sizes(self, value: Mapping[str, Sequence[int]]) -> None:
        self._settings.setValue("window/sizes", json.dumps(value))

    @property
    def later(self) -> dict[str, datetime]:
        """Which messages of the queue were put off, and until when."""
        known = _mapping(self._settings.value(f"office/{self._office}/later", ""))
        found: dict[str, datetime] = {}
        for key, moment in known.items():
            try:
                until = datetime.fromisoformat(str(moment))
            except ValueError:
                continue
            if until.tzinfo is not None:
                found[key] = until
        return found

    @later.setter
    def later(self, value: Mapping[str, datetime]) -> None:
        kept = {key: until.isoformat() for key, until in value.items()}
        self._settings.setValue(f"office/{self._office}/later", json.dumps(kept))

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


def _mapping(value: object) -> dict[str, Any]:
    """What was kept as JSON; a file that somebody edited badly is as good as none."""
    try:
        known = json.loads(str(value))
    except ValueError:
        return {}
    return known if isinstance(known, dict) else {}
