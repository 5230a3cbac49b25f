"""`who → whom` as a widget, with the owner's mark where the signature proves the owner."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.painted import Painted


class PairLabel(Painted):
    """The recipient is elided first when there is too little room."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._sender, self._recipient, self._by_owner = "", "", False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_pair(self, sender: str, recipient: str, *, by_owner: bool = False) -> None:
        """Name another pair."""
        self._sender, self._recipient, self._by_owner = sender, recipient, by_owner
        self.setAccessibleName(f"{sender} to {recipient}{', signed by the owner' if by_owner else ''}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(parts.pair_width(self._sender, self._recipient, by_owner=self._by_owner) + 1.5), 20)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 20)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        parts.pair(canvas, rect, self._sender, self._recipient, by_owner=self._by_owner)
