"""One pane of an agent's page: title, count, and a list that reads on as it is scrolled."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from mailbox_gui.window.delegates.message_delegate import MessageDelegate
from mailbox_gui.window.models.agent_page import PanePage
from mailbox_gui.window.models.list_items import ListItem, PaneItem, SentenceItem
from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.models.message_list import MessageListModel
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.widgets.chips import Badge
from mailbox_gui.window.widgets.glyph import Glyph
from mailbox_gui.window.widgets.labels import label
from mailbox_gui.window.widgets.message_list_view import MessageListView

_MOST = 5000


class MessageBox(QWidget):
    """`more_asked` carries the height before which the next page is wanted."""

    more_asked = Signal(int)

    def __init__(
        self, theme: Theme, clock: Callable[[], datetime], title: str, icon: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("Surface")
        self.title = title
        self._rows: list[ListRow] = []
        self._before: int | None = None
        self.model = MessageListModel(clock, self)
        self.view = MessageListView(self.model, title)
        self.view.setItemDelegate(MessageDelegate(theme, clock, self))
        self._header = header = QFrame()
        header.setObjectName("SubtleHeader")
        header.setFixedHeight(36)
        self._count = Badge(theme)
        self._note = label("", fonts.sans(fonts.SECONDARY), "2")
        head = QHBoxLayout(header)
        head.setContentsMargins(16, 0, 16, 0)
        head.setSpacing(8)
        head.addWidget(Glyph(theme, icon, 16, "2"))
        head.addWidget(label(title, fonts.sans(fonts.BASE, fonts.SEMIBOLD)))
        head.addWidget(self._count)
        head.addStretch(1)
        head.addWidget(self._note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self.view, 1)
        self.view.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def set_headed(self, headed: bool) -> None:
        """Whether the pane has its own head; among tabs the tab is it."""
        self._header.setVisible(headed)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 120)

    def show_page(self, page: PanePage, count: int, note: str) -> None:
        """Show the newest page. Older rows that were read already stay below it."""
        self._count.set_count(count)
        self._note.setText(note)
        fresh = list(page.rows)
        floor = fresh[-1].height if fresh else 0
        older = [row for row in self._rows if row.height < floor and row.height > 0] if page.before is not None else []
        if not older:
            self._before = page.before
        self._rows = fresh + older
        self._show()

    def show_more(self, page: PanePage) -> None:
        """Add the next page."""
        self._rows += [row for row in page.rows if not self._rows or row.height < self._rows[-1].height]
        self._before = page.before if len(self._rows) < _MOST else None
        self._show()

    def clear(self) -> None:
        """Forget what is shown: another agent comes."""
        self._rows, self._before = [], None
        self.model.replace([])

    def _show(self) -> None:
        items: list[ListItem] = [PaneItem(row) for row in self._rows]
        key = row.key if (row := self.view.current_row()) else ""
        self.model.replace(items or [SentenceItem(f"{self.title} is empty")])
        if key:
            self.view.choose(key)

    @Slot()
    def _on_scrolled(self) -> None:
        bar = self.view.verticalScrollBar()
        if self._before is not None and bar.value() >= bar.maximum() - 600:
            before, self._before = self._before, None
            self.more_asked.emit(before)
