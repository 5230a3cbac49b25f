"""The rows of the command palette: every action that works now, the best fit for what was typed first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from mailbox_gui.window.command_groups import CommandGroup
from mailbox_gui.window.models.fuzzy import match
from mailbox_gui.window.panes.commands import Command

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
# Whoever types `queue` means the place rather than an action whose group is called so.
_GROUP_PENALTY = 30


@dataclass(frozen=True, slots=True)
class CommandRow:
    """One row. `places` are those of the letters that were found in the name."""

    command: Command
    group: str
    keys: tuple[str, ...]
    places: tuple[int, ...] = ()


class CommandList(QAbstractListModel):
    """`offer` gives it all there is, `search` chooses."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[CommandRow] = []
        self._rows: list[CommandRow] = []

    def offer(self, groups: Sequence[CommandGroup]) -> None:
        """Take over what can be done now. The same action by several keys is one row."""
        found: dict[tuple[str, str], CommandRow] = {}
        for group in groups:
            for command in group.commands:
                name = (group.title, command.name)
                known = found.get(name)
                keys = (*(known.keys if known else ()), *([command.keys] if command.keys else []))
                found[name] = CommandRow(known.command if known else command, group.title, keys)
        self._all = list(found.values())
        self.search("")

    def search(self, query: str) -> None:
        """Show what fits, the best first; nothing typed shows all."""
        scored: list[tuple[int, int, CommandRow]] = []
        for place, row in enumerate(self._all):
            name = match(query, row.command.name)
            if name is not None:
                scored.append((-name.score, place, CommandRow(row.command, row.group, row.keys, name.places)))
                continue
            both = match(query, f"{row.group} {row.command.name}")
            if both is not None:
                scored.append((_GROUP_PENALTY - both.score, place, row))
        self.beginResetModel()
        self._rows = [row for _score, _place, row in sorted(scored, key=lambda entry: entry[:2])]
        self.endResetModel()

    def row(self, number: int) -> CommandRow | None:
        """The row of that number, None outside."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        row = self.row(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role == int(Qt.ItemDataRole.DisplayRole):
            return row.command.name
        if role == int(Qt.ItemDataRole.AccessibleTextRole):
            keys = " or ".join(sequence.replace(", ", " then ") for sequence in row.keys)
            return ", ".join(part for part in (row.command.name, row.group, f"key {keys}" if keys else "") if part)
        return None
