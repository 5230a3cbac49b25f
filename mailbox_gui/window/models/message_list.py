"""The flat list model behind queue, inbox and panes. It replaces rows by difference, so that a selection stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from mailbox_gui.window.models.list_items import DecidedItem, GroupItem, ListItem, LoadingItem, SentenceItem, row_of
from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.tooltips import plain_tooltip

ITEM_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
_SPOKEN = int(Qt.ItemDataRole.AccessibleTextRole)
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class MessageListModel(QAbstractListModel):
    """Rows are `ListItem`s. Keep it below some thousand rows; longer histories belong to a paged table."""

    def __init__(self, clock: Callable[[], datetime], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._items: list[ListItem] = []

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._items)

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        if role == ITEM_ROLE:
            return self.item(index.row())
        if role in (_SPOKEN, _TOOLTIP, _DISPLAY):
            item = self.item(index.row())
            return None if item is None else self._words(item, role)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        item = self.item(index.row()) if index.isValid() else None
        match item:
            case None:
                return Qt.ItemFlag.NoItemFlags
            case LoadingItem() | SentenceItem():
                return Qt.ItemFlag.ItemNeverHasChildren
            case _:
                return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def item(self, row: int) -> ListItem | None:
        """The item at a place, None outside the list."""
        return self._items[row] if 0 <= row < len(self._items) else None

    def row_at(self, row: int) -> ListRow | None:
        """The message at a place, None where there is none."""
        return row_of(self.item(row))

    def place_of(self, key: str) -> int:
        """Where the message with this key stands, -1 when it is not in the list."""
        for place, item in enumerate(self._items):
            row = row_of(item)
            if row is not None and row.key == key:
                return place
        return -1

    def items(self) -> Sequence[ListItem]:
        """All items, in order."""
        return tuple(self._items)

    def replace(self, items: Sequence[ListItem]) -> None:
        """Show these items instead; only what differs between the common ends is removed and inserted."""
        old, new = self._items, list(items)
        head = _common(old, new)
        tail = _common(old[head:][::-1], new[head:][::-1])
        going, coming = len(old) - head - tail, len(new) - head - tail
        same = min(going, coming)
        if same:
            pairs = zip(old[head : head + same], new[head : head + same], strict=True)
            kept = [_identity(one) == _identity(other) for one, other in pairs]
            same = kept.index(False) if False in kept else same
        if same:
            self._items[head : head + same] = new[head : head + same]
            self.dataChanged.emit(self.index(head), self.index(head + same - 1))
        at = head + same
        if going - same:
            self.beginRemoveRows(_ROOT, at, at + going - same - 1)
            del self._items[at : at + going - same]
            self.endRemoveRows()
        if coming - same:
            self.beginInsertRows(_ROOT, at, at + coming - same - 1)
            self._items[at:at] = new[at : at + coming - same]
            self.endInsertRows()

    def _words(self, item: ListItem, role: int) -> str:
        match item:
            case GroupItem(title, count, is_open):
                return f"{title}, {count}, {'open' if is_open else 'closed'}" if role == _SPOKEN else ""
            case LoadingItem():
                return "loading" if role == _SPOKEN else ""
            case SentenceItem(headline, sentence):
                return f"{headline}. {sentence}" if role == _SPOKEN else ""
            case _:
                row = row_of(item)
                if row is None:
                    return ""
                if role == _TOOLTIP:
                    return plain_tooltip("\n".join(part for part in (row.topic, row.reason, row.exact) if part))
                spoken = row.spoken(self._clock())
                return f"{spoken}, {item.when}" if isinstance(item, DecidedItem) else spoken


def _identity(item: ListItem) -> tuple[str, str]:
    """What makes two items the same row with other contents."""
    row = row_of(item)
    if row is not None:
        return type(item).__name__, row.key
    return type(item).__name__, ""


def _common(one: Sequence[ListItem], other: Sequence[ListItem]) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count
