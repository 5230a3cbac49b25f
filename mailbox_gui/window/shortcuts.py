"""Keys to actions. Single letters do nothing while a text field has the focus, on any keyboard layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from mailbox_gui.window.panes.commands import Command, key_forms

# These are no text and no editing key of a field.
EVERYWHERE = frozenset({"F6", "Shift+F6", "Ctrl+K", "Ctrl+Q", "Ctrl+L", "Ctrl+S"})
# What is safe while something lies over the window: nothing behind it is reached.
OVER_ALL = frozenset({"Ctrl+Q", "Ctrl+L"})


class Shortcuts(QObject):
    """Installs the commands of the window and of the pane in front; `install` again after another pane came.

    While something lies over the window (`covered`), the keys of what is behind it do nothing.
    """

    def __init__(
        self,
        window: QWidget,
        commands: Callable[[], Iterable[Command]],
        covered: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._commands = commands
        self._covered = covered
        self._shortcuts: dict[str, QShortcut] = {}
        self._runs: dict[str, Callable[[], None]] = {}

    def install(self) -> None:
        """Bind the keys of the commands as they are now; keys without one are freed."""
        self._runs = {form: command.run for command in self._commands() for form in key_forms(command.keys)}
        for keys in set(self._shortcuts) - set(self._runs):
            self._shortcuts.pop(keys).deleteLater()
        for keys in self._runs:
            if keys not in self._shortcuts:
                shortcut = QShortcut(QKeySequence(keys), self._window)
                shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
                shortcut.setAutoRepeat(keys in ("J", "K", "О", "Л"))
                shortcut.activated.connect(self._on_activated)
                self._shortcuts[keys] = shortcut

    @Slot()
    def _on_activated(self) -> None:
        pressed = self.sender()
        for keys, shortcut in self._shortcuts.items():
            if shortcut is pressed:
                if self._covered():
                    runs = keys in OVER_ALL
                else:
                    runs = keys in EVERYWHERE or not types_text(QApplication.focusWidget())
                if runs:
                    self._runs[keys]()
                return


def types_text(widget: QWidget | None) -> bool:
    """Whether letters typed now would be text."""
    match widget:
        case QAbstractSpinBox() | QLineEdit():
            return not widget.isReadOnly()
        case QTextEdit() | QPlainTextEdit():
            return not widget.isReadOnly()
        case _:
            return False
