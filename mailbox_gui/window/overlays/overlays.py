"""The window's overlays and the commands that open them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from mailbox_gui.window.command_groups import CommandGroup
from mailbox_gui.window.overlays.closing_question import ClosingQuestion
from mailbox_gui.window.overlays.command_palette import CommandPalette
from mailbox_gui.window.overlays.key_sheet import KeySheet
from mailbox_gui.window.overlays.settings_sheet import SettingsSheet
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.preferences import Chosen, Closing
from mailbox_gui.window.theme.theme import Theme

Groups = Callable[[], Sequence[CommandGroup]]
PALETTE = "Command palette"


class Overlays(QObject):
    """Made once with the window. `groups` are all commands by group, those of views that are not in front too."""

    def __init__(self, theme: Theme, chosen: Chosen, groups: Groups, window: QWidget, *, has_tray: bool) -> None:
        super().__init__(window)
        self._groups = groups
        self._chosen = chosen
        self.keys = KeySheet(theme, window)
        self.palette = CommandPalette(theme, window)
        self.settings = SettingsSheet(theme, chosen, window, has_tray=has_tray)
        self.closing = ClosingQuestion(theme, chosen, window, has_tray=has_tray)

    @property
    def covered(self) -> bool:
        """Whether one of them lies over the window."""
        return any(each.isVisible() for each in (self.keys, self.palette, self.settings, self.closing))

    def commands(self) -> tuple[Command, ...]:
        """What opens them."""
        return (
            Command("Show the keys", "?", self.show_keys),
            Command(PALETTE, "Ctrl+K", self.show_palette),
            Command("Go to Settings", "G, S", self.settings.open_it),
        )

    def show_keys(self) -> None:
        """All keys, those of the view in front first."""
        self.keys.open_with(self._groups())

    def show_palette(self) -> None:
        """Every action that works now, but the one that opened this."""
        here = [group for group in self._groups() if group.here]
        self.palette.open_with([
            CommandGroup(group.title, tuple(command for command in group.commands if command.name != PALETTE))
            for group in here
        ])  # fmt: skip

    def keep_open(self, stay: Callable[[], None]) -> bool:
        """Whether the window, whose relay runs, is not to close now: it stays out of sight, or the owner is asked."""
        if _session_ends():
            return False
        match self._chosen.value.closing:
            case Closing.ASK:
                self.closing.ask()
            case Closing.KEEP:
                stay()
            case Closing.STOP:
                return False
        return True


def _session_ends() -> bool:
    """Whether the desktop logs out: nobody is asked then."""
    application = QGuiApplication.instance()
    return isinstance(application, QGuiApplication) and application.isSavingSession()
