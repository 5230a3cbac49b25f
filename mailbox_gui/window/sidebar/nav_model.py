"""The rows of the sidebar: three groups of places, the agents among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from mailbox_gui.window.models.overview import AgentGlance, Overview
from mailbox_gui.window.tooltips import plain_tooltip

NAV_ROLE = int(Qt.ItemDataRole.UserRole) + 1
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Section:
    """A group's name in small capitals; in the narrow sidebar a line."""

    title: str


@dataclass(frozen=True, slots=True)
class Place:
    """A view one can go to. `accent` draws the badge as something to do, `late` as something overdue.

    `said` is what the badge means, where the count alone does not say all.
    """

    key: str
    title: str
    icon: str
    badge: int = 0
    accent: bool = False
    late: bool = False
    said: str = ""


@dataclass(frozen=True, slots=True)
class AgentPlace:
    """An agent's page."""

    key: str
    glance: AgentGlance


NavItem = Section | Place | AgentPlace


def agent_key(name: str) -> str:
    """The key of an agent's page."""
    return f"agent:{name}"


class NavModel(QAbstractListModel):
    """Places come once, from the list of panes; badges and agents follow the overview."""

    def __init__(self, groups: Sequence[tuple[str, Sequence[Place]]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups = [(title, tuple(places)) for title, places in groups]
        self._items: list[NavItem] = []
        self.show_overview(Overview())

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._items)

    def item(self, row: int) -> NavItem | None:
        """The row's item, None outside."""
        return self._items[row] if 0 <= row < len(self._items) else None

    def key(self, row: int) -> str:
        """Where the row leads, empty for a group's name."""
        item = self.item(row)
        return item.key if isinstance(item, Place | AgentPlace) else ""

    def row_of(self, key: str) -> int:
        """The row that leads to the key, -1 when there is none."""
        return next((row for row in range(len(self._items)) if self.key(row) == key), -1)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        item = self.item(index.row()) if index.isValid() else None
        if item is None:
            return None
        if role == NAV_ROLE:
            return item
        if role == int(Qt.ItemDataRole.AccessibleTextRole):
            return _spoken(item)
        if role == int(Qt.ItemDataRole.ToolTipRole) and not isinstance(item, Section):
            return plain_tooltip(_spoken(item))
        if role == int(Qt.ItemDataRole.DisplayRole):
            return item.glance.name if isinstance(item, AgentPlace) else item.title
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        item = self.item(index.row()) if index.isValid() else None
        if item is None or isinstance(item, Section):
            return Qt.ItemFlag.ItemNeverHasChildren if item else Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def show_overview(self, overview: Overview) -> None:
        """Take over counts and agents; rows that stay are changed in place."""
        counts = {"queue": overview.waiting, "debts": overview.overdue, "inbox": overview.unread}
        said = {"debts": f"{overview.overdue} overdue of {overview.owed} open"} if overview.owed else {}
        items: list[NavItem] = []
        for title, places in self._groups:
            items.append(Section(title))
            for place in places:
                count, accent, late = counts.get(place.key, 0), place.key == "queue", place.key == "debts"
                items.append(Place(place.key, place.title, place.icon, count, accent, late, said.get(place.key, "")))
        if overview.agents:
            items.append(Section("AGENTS"))
            items += [AgentPlace(agent_key(glance.name), glance) for glance in overview.agents]
        if items == self._items:
            return
        same = [type(item) for item in items] == [type(item) for item in self._items] and [
            getattr(item, "key", "") for item in items
        ] == [self.key(row) for row in range(len(self._items))]
        if same:
            self._items = items
            self.dataChanged.emit(self.index(0), self.index(len(items) - 1))
            return
        self.beginResetModel()
        self._items = items
        self.endResetModel()


_STATES = {
    "active": "active: it has written within the last hour",
    "quiet": "quiet: it has written nothing within the last hour",
    "paused": "paused",
    "missing": "missing",
}


def _spoken(item: NavItem) -> str:
    match item:
        case Section(title):
            return title.capitalize()
        case Place(title=title, said=said) if said:
            return f"{title}, {said}"
        case Place(key=key, title=title, badge=badge):
            what = {"queue": "waiting for you", "inbox": "unread"}.get(key, "")
            return f"{title}, {badge} {what}" if badge else title
        case AgentPlace(glance=glance):
            parts = [glance.name, _STATES[glance.state]]
            if glance.unread:
                parts.append(f"{glance.unread} unread in its inbox")
            if glance.note:
                parts.append(glance.note)
            return ", ".join(parts)
