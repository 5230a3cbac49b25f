"""The line over a message that is shown to the letter: how long it is, its hash, what of it cannot be seen."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from mailbox_gui.window.models.exact_text import hidden_count
from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import ElidedLabel
from mailbox_gui.window.widgets.reader import Reader


class ExactNote(QFrame):
    """Hidden while the message is shown as Markdown. `left` asks for that again."""

    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("SubtleHeader")
        self.words = ElidedLabel("", fonts.sans(fonts.SECONDARY), "2")
        self.back = Button(theme, "As Markdown", key="X", look=Look.FLAT, small=True)
        self.back.clicked.connect(self.left)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 2, 16, 2)
        row.addWidget(self.words, 1)
        row.addWidget(self.back)
        self.hide()

    def toggle(self, view: MessageView, reader: Reader) -> None:
        """Show the message to the letter, or as Markdown again."""
        if not self.isHidden():
            self.hide()
            reader.show_body(view.body)
            return
        self.words.setText(_words(view))
        self.show()
        reader.show_exact(view.exact)


def _words(view: MessageView) -> str:
    size = len(view.exact.encode("utf-8", "surrogatepass"))
    hidden = hidden_count(view.exact)
    unseen = (
        "nothing hidden in it" if not hidden else f"{hidden:,} hidden character{'' if hidden == 1 else 's'}, marked"
    )
    if view.head is None:
        return f"The text to the letter, {size:,} bytes, {unseen}; the header block was not kept"
    return f"To the letter: {size:,} bytes, {unseen}; SHA-256 {view.sha256}"
