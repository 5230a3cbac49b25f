"""The avatar of a participant as a widget."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from mailbox_gui.window.draw import parts
from mailbox_gui.window.draw.canvas import Canvas
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.painted import Painted


class Avatar(Painted):
    """A square with the first letter of the name."""

    def __init__(self, theme: Theme, name: str = "", side: int = 24, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._name = name
        self._by_owner = False
        self._side = side
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_name(self, name: str, *, by_owner: bool = False) -> None:
        """Show another participant; the owner's colours need a proved signature."""
        self._name, self._by_owner = name, by_owner
        self.setAccessibleName(name)
        self.update()

    def set_side(self, side: int) -> None:
        """Be larger or smaller."""
        self._side = side
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._side, self._side)

    def draw(self, canvas: Canvas, rect: QRectF) -> None:
        if self._name:
            parts.avatar(canvas, rect, self._name, by_owner=self._by_owner)
