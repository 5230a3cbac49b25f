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
from mailbox_gui.window.theme.tokens import DARK, LIGHT, Tokens, strengthened


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
        self._high_contrast = False
        self.compact = False
        """Lists have low rows whatever the window's width."""
        self._contrast_hints = getattr(self._hints, "accessibility", lambda: None)()
        if self._contrast_hints is not None:
            self._contrast_hints.contrastPreferenceChanged.connect(self._on_contrast)
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

    def set_form(self, *, high_contrast: bool, compact: bool) -> None:
        """Strong lines and no soft fills, whatever the system prefers; low rows in lists."""
        if (high_contrast, compact) != (self._high_contrast, self.compact):
            self._high_contrast, self.compact = high_contrast, compact
            self._dress()

    @Slot(Qt.ContrastPreference)
    def _on_contrast(self, _preference: Qt.ContrastPreference) -> None:
        self._dress()

    @Slot(Qt.ColorScheme)
    def _on_scheme(self, _scheme: Qt.ColorScheme) -> None:
        if self._appearance is Appearance.SYSTEM:
            self._dress()

    def _dress(self) -> None:
        system_dark = self._hints.colorScheme() == Qt.ColorScheme.Dark
        follows = self._appearance is Appearance.SYSTEM
        tokens = DARK if (system_dark if follows else self._appearance is Appearance.DARK) else LIGHT
        self.tokens = strengthened(tokens) if self._high_contrast or self._system_contrast() else tokens
        self._application.setPalette(palette(self.tokens))
        self.sheet = style_sheet(self._template, self.tokens)
        self.changed.emit()

    def _system_contrast(self) -> bool:
        hints = self._contrast_hints
        return hints is not None and hints.contrastPreference() == Qt.ContrastPreference.HighContrast
