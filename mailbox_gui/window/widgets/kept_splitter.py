"""A splitter with a hairline between its parts that stands where the owner drew it the last time."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from mailbox_gui.window.kept_sizes import KeptSizes
from mailbox_gui.window.width_class import WidthClass

# A splitter that was not laid out yet knows no extent: its last part grows with the window.
_LEAST = 160


class KeptSplitter(QSplitter):
    """`name` names it in what is kept; each width class of the window has sizes of its own."""

    def __init__(self, orientation: Qt.Orientation, kept: KeptSizes, name: str, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self._kept = kept
        self._name = name
        self._width = WidthClass.WIDE
        self._by_share = False
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        # Only a handle that is drawn moves it by this signal, never a window that grows.
        self.splitterMoved.connect(self._on_moved)

    def use_sizes(self, width: WidthClass, usual: Sequence[int], *, by_share: bool = False) -> None:
        """Take the sizes for the window's width: those that the owner drew, else the usual ones.

        The first parts keep their size and the last one gets what is left, or `by_share` each has its share.
        """
        self._width, self._by_share = width, by_share
        if not self._take_kept():
            self.setSizes(list(usual))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._by_share:
            # What is laid out for the first time, or in a window that was small meanwhile, was squeezed.
            self._take_kept()

    def _take_kept(self) -> bool:
        """Take the sizes that the owner drew; False where nothing was drawn."""
        kept = self._kept.of(self._place)
        if kept is None or len(kept) != self.count():
            return False
        if self._by_share:
            self.setSizes(list(kept))
            return True
        extent = self.width() if self.orientation() is Qt.Orientation.Horizontal else self.height()
        self.setSizes([*kept[:-1], max(_LEAST, extent - sum(kept[:-1]))])
        return True

    @property
    def _place(self) -> str:
        return f"{self._name}/{self._width.name.lower()}"

    @Slot(int, int)
    def _on_moved(self, _position: int, _handle: int) -> None:
        self._kept.keep(self._place, self.sizes())
