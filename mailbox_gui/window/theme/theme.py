"""The theme in force: follows the system's colour scheme unless the owner chose one."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.hues import Hues
from mailbox_gui.window.theme.palette import palette
from mailbox_gui.window.theme.style_sheet import style_sheet
from mailbox_gui.window.theme.tokens import DARK, LIGHT, Tokens


class Appearance(StrEnum):
    """What the owner chose."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@lru_cache(maxsize=128)
def colour(value: str) -> QColor:
    """A token's value as a QColor. Treat the answer as read-only: it is shared."""
    return QColor(value)


class Theme(QObject):
    """Holds tokens, hues and the style sheet. Widgets repaint at `changed`, windows put on the sheet.

    The sheet is a window's, not the application's: the application's takes Qt ten times as long to change.
    """

    changed = Signal()

    def __init__(self, application: QApplication, template: str, appearance: Appearance = Appearance.SYSTEM) -> None:
        super().__init__()
        self._application = application
        self._template = template
        self._appearance = appearance
        # A kept reference: the chained call styleHints().x raises in some PySide6 versions.
        self._hints = application.styleHints()
        self._hints.colorSchemeChanged.connect(self._on_scheme)
        self.hues = Hues()
        self.tokens: Tokens = LIGHT
        self.sheet = ""
        application.setStyle("Fusion")
        application.setFont(fonts.sans())
        self._dress()

    @property
    def appearance(self) -> Appearance:
        """What the owner chose, not what is shown."""
        return self._appearance

    def set_appearance(self, appearance: Appearance) -> None:
        """Follow the system again, or hold on to light or dark."""
        self._appearance = appearance
        self._dress()

    @Slot(Qt.ColorScheme)
    def _on_scheme(self, _scheme: Qt.ColorScheme) -> None:
        if self._appearance is Appearance.SYSTEM:
            self._dress()

    def _dress(self) -> None:
        system_dark = self._hints.colorScheme() == Qt.ColorScheme.Dark
        follows = self._appearance is Appearance.SYSTEM
        self.tokens = DARK if (system_dark if follows else self._appearance is Appearance.DARK) else LIGHT
        self._application.setPalette(palette(self.tokens))
        self.sheet = style_sheet(self._template, self.tokens)
        self.changed.emit()
