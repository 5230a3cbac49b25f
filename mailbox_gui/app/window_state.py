"""What the window remembers from one start to the next: its place, its look, whether the relay is wanted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

from mailbox_gui.window.preferences import Preferences
from mailbox_gui.window.theme.theme import Appearance

_ROOT = "window/root"


def remembered_root(settings: QSettings) -> Path | None:
    """The post office that the first run ended with."""
    known = settings.value(_ROOT)
    return Path(known) if isinstance(known, str) and known else None


def remember_root(settings: QSettings, root: Path) -> None:
    """Open this one from now on, where no other is named."""
    settings.setValue(_ROOT, str(root))
    settings.sync()


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
        return self.preferences.appearance

    @property
    def preferences(self) -> Preferences:
        """What the owner chose in the settings; what is kept badly is as before anybody chose."""
        usual = Preferences()
        known = {
            field.name: _choice(self._settings.value(f"window/{field.name}"), getattr(usual, field.name))
            for field in fields(Preferences)
        }
        return Preferences(**known)

    @preferences.setter
    def preferences(self, value: Preferences) -> None:
        for field in fields(Preferences):
            chosen = getattr(value, field.name)
            self._settings.setValue(f"window/{field.name}", _kept(chosen))

    @property
    def file(self) -> str:
        """Where all this is kept."""
        return self._settings.fileName()

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
    def searches(self) -> dict[str, str]:
        """The searches that the owner kept, by name."""
        known = _mapping(self._settings.value(f"office/{self._office}/searches", ""))
        return {name: query for name, query in known.items() if isinstance(query, str)}

    @searches.setter
    def searches(self, value: Mapping[str, str]) -> None:
        self._settings.setValue(f"office/{self._office}/searches", json.dumps(value))

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


def _kept(chosen: object) -> str:
    """A choice as it stands in the file."""
    if isinstance(chosen, bool):
        return "true" if chosen else "false"
    return chosen.name.lower() if isinstance(chosen, Enum) else str(chosen)


def _choice(value: object, usual: Any) -> Any:
    """The choice that was kept, of the kind that `usual` is."""
    text = str(value).lower()
    if isinstance(usual, bool):
        return {"true": True, "false": False}.get(text, usual)
    return next((each for each in type(usual) if each.name.lower() == text), usual)
