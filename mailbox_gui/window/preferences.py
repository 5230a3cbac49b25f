"""What the owner chose in the settings; whoever obeys a choice follows `changed` and looks again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from mailbox_gui.window.theme.theme import Appearance
from mailbox_gui.window.unlock_span import Span


class Density(StrEnum):
    """How high the rows of lists are."""

    COMFORTABLE = "comfortable"
    COMPACT = "compact"


class Language(StrEnum):
    """The window's language; the system's, or one of those it knows."""

    SYSTEM = "system"
    ENGLISH = "en"
    RUSSIAN = "ru"


class Closing(StrEnum):
    """What closing the window does while its relay runs."""

    ASK = "ask"
    KEEP = "keep"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Preferences:
    """All choices; as they are before anybody chose."""

    appearance: Appearance = Appearance.SYSTEM
    high_contrast: bool = False
    reduced_motion: bool = False
    density: Density = Density.COMFORTABLE
    language: Language = Language.SYSTEM
    unlock_span: Span = Span.QUARTER
    closing: Closing = Closing.ASK
    notify: bool = True


class Chosen(QObject):
    """The choices in force. `changed` follows every new one, at once."""

    changed = Signal()

    def __init__(self, value: Preferences = Preferences(), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._value = value

    @property
    def value(self) -> Preferences:
        """What is chosen now."""
        return self._value

    def choose(self, **choices: object) -> None:
        """Choose anew what is named, by the names of `Preferences`."""
        value = replace(self._value, **choices)  # type: ignore[arg-type]
        if value != self._value:
            self._value = value
            self.changed.emit()
