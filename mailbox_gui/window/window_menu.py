"""The menu under the program's name: what lies over the window, and the way out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from mailbox_gui.window.panes.commands import Command


def open_window_menu(commands: Iterable[Command], leave: Callable[[], None], parent: QWidget, place: QPoint) -> None:
    """Show it at a place of the screen and do what is chosen."""
    menu = QMenu(parent)
    for command in commands:
        action = menu.addAction(command.name.removeprefix("Go to "), command.run)
        action.setShortcut(QKeySequence(command.keys))
        action.setShortcutVisibleInContextMenu(True)
    menu.addSeparator()
    out = menu.addAction("Quit")
    out.setShortcut(QKeySequence("Ctrl+Q"))
    chosen: QAction | None = menu.exec(place)
    menu.deleteLater()
    if chosen is out:
        leave()
