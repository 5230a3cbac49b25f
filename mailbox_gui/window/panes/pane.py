"""What every pane of the window is: a widget that shows one key's view, knows its commands and its width class."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mailbox_gui.window.models.relay_view import RelayView
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.width_class import WidthClass


class Pane(QWidget):
    """`go_to` asks the window for another place; `said` asks it to show a sentence for a moment.

    `start_asked` is the wish that the relay runs; `reply_asked` to answer: to whom, on which topic, to which id;
    `search_asked` to type into the search field.
    """

    go_to = Signal(str)
    said = Signal(str)
    start_asked = Signal()
    reply_asked = Signal(str, str, str)
    search_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Surface")

    def open_key(self, key: str) -> None:
        """The window shows this pane for a key (`queue`, `agent:builder`)."""

    def commands(self) -> tuple[Command, ...]:
        """What its keys do while the pane is in front."""
        return ()

    def refresh(self) -> None:
        """The post office changed: read again what is visible."""

    def show_relay(self, view: RelayView) -> None:
        """The relay is so now."""

    def show_note(self, sentence: str) -> None:
        """What is to be said of the text in the search field; empty when nothing is."""

    def tick(self) -> None:
        """A second went by: say ages anew."""

    def set_width_class(self, width: WidthClass) -> None:
        """The window has this much room now."""

    def regions(self) -> tuple[QWidget, ...]:
        """The parts that F6 goes through."""
        return ()

    def focus_main(self) -> None:
        """Put the focus where the work is."""
        self.setFocus()
