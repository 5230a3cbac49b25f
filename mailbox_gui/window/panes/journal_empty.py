"""What stands in the place of the journal's lines when a query finds none: it offers to drop the last filter."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mailbox_gui.core.message.escape import visible
from mailbox_gui.window.models.query_text import chip_words, pieces, without
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button
from mailbox_gui.window.widgets.labels import label

_LONGEST = 40


class JournalEmpty(QWidget):
    """`edited` carries the query without its last piece, or without any."""

    edited = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query = ""
        self.sentence = label("", fonts.sans(), "2")
        self.drop = Button(theme, "Drop the last filter", icon="x")
        self.clear = Button(theme, "Clear the search")
        self.drop.clicked.connect(self._on_drop)
        self.clear.clicked.connect(self._on_clear)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(self.drop)
        row.addWidget(self.clear)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setSpacing(16)
        column.addStretch(1)
        column.addWidget(self.sentence, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(row)
        column.addStretch(2)
        self.hide()

    def show_for(self, query: str) -> None:
        """Nothing was found for a query, or there is nothing at all."""
        self._query = query
        self.sentence.setText("Nothing in the journal matches" if query else "The journal is empty")
        known = pieces(query)
        last = visible(chip_words(known[-1])[0]) if known else ""
        words = last if len(last) <= _LONGEST else f"{last[:_LONGEST]}…"
        self.drop.set_words(f"Drop the filter “{words}”")
        self.drop.setVisible(bool(known))
        self.clear.setVisible(len(known) > 1)
        self.show()

    def show_error(self, sentence: str) -> None:
        """The journal cannot be read."""
        self.sentence.setText(sentence)
        self.drop.hide()
        self.clear.hide()
        self.show()

    @Slot()
    def _on_drop(self) -> None:
        self.edited.emit(without(self._query, len(pieces(self._query)) - 1))

    @Slot()
    def _on_clear(self) -> None:
        self.edited.emit("")
