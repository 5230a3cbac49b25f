"""The foot of the journal: which line is chosen, what its keys do, which rows are seen."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.chips import KeyCap
from mailbox_gui.window.widgets.labels import ElidedLabel, label

_HINTS = (("Enter", "open"), ("Space", "preview"), ("Y", "copy id"))


class JournalFoot(QFrame):
    """Says what the pane tells it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("SubtleFooter")
        self.setFixedHeight(32)
        self._selected = ElidedLabel("", fonts.sans(fonts.SECONDARY), "2")
        self._rows = label("", fonts.sans(fonts.SECONDARY), "2")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        row.addWidget(self._selected)
        for key, words in _HINTS:
            row.addWidget(KeyCap(theme, key))
            row.addWidget(label(words, fonts.sans(fonts.SECONDARY), "2"))
            row.addSpacing(4)
        row.addStretch(1)
        row.addWidget(self._rows)

    def show_height(self, height: int) -> None:
        """The line with this height is chosen, none with 0."""
        self._selected.setText(f"#{grouped(height)} selected" if height else "")

    def show_rows(self, first: int, last: int, total: int) -> None:
        """These rows are seen, counted from 0."""
        shown = f"{grouped(first + 1)}\N{EN DASH}{grouped(last + 1)}"
        self._rows.setText(f"rows {shown} of {grouped(total)}" if total else "")


def grouped(number: int) -> str:
    """A number in groups of three, set apart by narrow blanks."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
