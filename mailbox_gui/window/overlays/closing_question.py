"""Asked once when the window closes and its relay runs: keep it going, stop it, or stay."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mailbox_gui.window.overlays.overlay import Overlay
from mailbox_gui.window.preferences import Chosen, Closing
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import label, wrapping_label
from mailbox_gui.window.widgets.toggles import CheckBox

_TRAY = (
    "Mail is checked and delivered only while the relay runs. Kept in the tray it goes on, and its icon shows how many "
    "messages wait for you."
)
_NO_TRAY = (
    "Mail is checked and delivered only while the relay runs. This desktop has no tray: minimised, the window stays "
    "in the task bar and its title shows how many messages wait for you."
)


class ClosingQuestion(Overlay):
    """`kept` and `stopped` are the answers; Esc or Cancel is none, and the window stays."""

    kept = Signal()
    stopped = Signal()
    widest = 520

    def __init__(self, theme: Theme, chosen: Chosen, parent: QWidget, *, has_tray: bool) -> None:
        super().__init__(theme, "The relay still runs", parent)
        self._chosen = chosen
        self._sentence = wrapping_label(_TRAY if has_tray else _NO_TRAY, fonts.sans(), "2")
        self.remember = CheckBox(theme, "Remember this", "Settings can change it again")
        keep = "Keep in the tray" if has_tray else "Minimise"
        self.keep = Button(theme, keep, icon="tray" if has_tray else "minus", look=Look.PRIMARY)
        self.stop = Button(theme, "Stop the relay", icon="stop-fill")
        self.cancel = Button(theme, "Cancel", key="Esc", look=Look.FLAT)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.keep, self.stop, self.cancel):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self.card)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addWidget(label("The relay still runs", fonts.sans(fonts.TITLE, fonts.SEMIBOLD)))
        column.addWidget(self._sentence)
        column.addWidget(self.remember)
        column.addSpacing(4)
        column.addLayout(buttons)
        self.keep.clicked.connect(self._on_keep)
        self.stop.clicked.connect(self._on_stop)
        self.cancel.clicked.connect(self.leave)

    @property
    def words(self) -> str:
        """What it explains."""
        return self._sentence.text()

    def ask(self) -> None:
        """Ask. It is remembered unless the owner says otherwise."""
        self.remember.setChecked(True)
        self.open_it()

    def first_focus(self) -> QWidget:
        return self.keep

    @Slot()
    def _on_keep(self) -> None:
        self._answer(Closing.KEEP)
        self.kept.emit()

    @Slot()
    def _on_stop(self) -> None:
        self._answer(Closing.STOP)
        self.stopped.emit()

    def _answer(self, answer: Closing) -> None:
        self.leave()
        if self.remember.isChecked():
            self._chosen.choose(closing=answer)
