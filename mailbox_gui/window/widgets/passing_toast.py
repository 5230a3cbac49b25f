"""A sentence of the window that is shown for some seconds and goes by itself."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtWidgets import QWidget

from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.toast import Toast

SHOWN_MS = 4000
_EDGE, _HEIGHT, _WIDEST = 16, 56, 452


class PassingToast(Toast):
    """There is nothing to undo in it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._end = QTimer(self)
        self._end.setSingleShot(True)
        self._end.setInterval(SHOWN_MS)
        self._end.timeout.connect(self.hide)

    def say(self, words: str, area: QRectF) -> None:
        """Show it at the right end of the area's top: nothing may lie over the buttons that stand below."""
        self.show_message(words, "info-fill", None)
        top = QRectF(area.right() - _WIDEST, area.top(), _WIDEST, 2 * _EDGE + _HEIGHT)
        self.place(top)
        self._end.start()
