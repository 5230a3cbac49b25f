"""Asks before a link of a message is opened: the whole address is shown, and nothing happens by itself."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from mailbox_gui.core.message.escape import visible
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.labels import ElidedLabel, label

OPENABLE = frozenset({"http", "https", "mailto"})


def openable(address: str) -> bool:
    """Whether the address may be handed to the desktop: the web and mail only, never a file or a program's scheme."""
    try:
        return urlsplit(address).scheme.lower() in OPENABLE
    except ValueError:
        return False


class LinkQuestion(QFrame):
    """A bar under the reader; hidden until a link was clicked."""

    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("SubtleFooter")
        self._address = ""
        self._question = label("This link leads to", fonts.sans(), "2")
        self._shown = ElidedLabel("", fonts.mono())
        self._open = Button(theme, "Open in the browser", small=True)
        self._copy = Button(theme, "Copy", small=True)
        close = Button(theme, "Close", icon="x", look=Look.FLAT, small=True, words=False)
        self._open.clicked.connect(self._on_open)
        self._copy.clicked.connect(self._on_copy)
        close.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 6, 16, 6)
        row.setSpacing(8)
        row.addWidget(self._question)
        row.addWidget(self._shown, 1)
        for button in (self._open, self._copy, close):
            row.addWidget(button)
        self.hide()

    def ask(self, address: str) -> None:
        """Show an address and wait."""
        self._address = address
        self._shown.setText(visible(address))
        allowed = openable(address)
        self._open.setVisible(allowed)
        self._question.setText("This link leads to" if allowed else "This link cannot be opened from here:")
        self.show()
        (self._open if allowed else self._copy).setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def dismiss(self) -> None:
        """Put the question away."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
            return
        super().keyPressEvent(event)

    @Slot()
    def _on_open(self) -> None:
        if openable(self._address):
            QDesktopServices.openUrl(QUrl(self._address))
        self.dismiss()

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._address)
        self.dismiss()
