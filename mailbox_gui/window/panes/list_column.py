"""The left column of queue and inbox: title, count, order, the list, and the keys at the foot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from mailbox_gui.window.delegates.message_delegate import MessageDelegate
from mailbox_gui.window.models.message_list import MessageListModel
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.buttons import Button, Look
from mailbox_gui.window.widgets.chips import KeyCap
from mailbox_gui.window.widgets.labels import label
from mailbox_gui.window.widgets.message_list_view import MessageListView
from mailbox_gui.window.width_class import WidthClass

WIDTHS = {WidthClass.WIDE: 375, WidthClass.MIDDLE: 319, WidthClass.NARROW: 287}


class ListColumn(QWidget):
    """The pane fills `model` and listens to `view`."""

    def __init__(
        self,
        theme: Theme,
        clock: Callable[[], datetime],
        title: str,
        hints: Sequence[tuple[Sequence[str], str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("Surface")
        self.model = MessageListModel(clock, self)
        self.view = MessageListView(self.model, title)
        self.delegate = MessageDelegate(theme, clock, self)
        self.view.setItemDelegate(self.delegate)
        # The owner may have chosen rows of another height.
        theme.changed.connect(self.view.scheduleDelayedItemsLayout)
        self._header = QFrame()
        self._header.setObjectName("PaneHeader")
        self._header.setFixedHeight(48)
        self._title = label(title, fonts.sans(fonts.TITLE, fonts.SEMIBOLD))
        self.count = label("", fonts.sans(), "2")
        self.order = Button(theme, "Oldest first", icon="sort-ascending", look=Look.FLAT, small=True)
        head = QHBoxLayout(self._header)
        head.setContentsMargins(16, 0, 12, 0)
        head.setSpacing(12)
        head.addWidget(self._title)
        head.addWidget(self.count)
        head.addStretch(1)
        head.addWidget(self.order)
        self._footer = _hints(theme, hints)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addWidget(self.view, 1)
        column.addWidget(self._footer)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 200)

    def show_order(self, *, newest_first: bool) -> None:
        """Say on the button in which order the list is."""
        self.order.set_words("Newest first" if newest_first else "Oldest first")
        self.order.set_icon("sort-descending" if newest_first else "sort-ascending")

    def set_width_class(self, width: WidthClass) -> None:
        """Take the form for the window's width."""
        narrow = width is WidthClass.NARROW
        self._footer.setVisible(not narrow)
        self._header.setFixedHeight(40 if narrow else 48)
        self.order.set_compact(narrow)
        self.delegate.set_compact(narrow)
        self.delegate.set_excerpts(width is WidthClass.WIDE)
        self.view.scheduleDelayedItemsLayout()


def _hints(theme: Theme, hints: Sequence[tuple[Sequence[str], str]]) -> QFrame:
    footer = QFrame()
    footer.setObjectName("Footer")
    footer.setFixedHeight(40)
    row = QHBoxLayout(footer)
    row.setContentsMargins(16, 0, 16, 0)
    row.setSpacing(6)
    for keys, words in hints:
        for key in keys:
            row.addWidget(KeyCap(theme, key))
        row.addWidget(label(words, fonts.sans(fonts.SECONDARY), "2"))
        row.addSpacing(10)
    row.addStretch(1)
    return footer
