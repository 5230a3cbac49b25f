"""The searches that the owner kept by name, and the names that a query may speak of; kept with the window's state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal

MOST, LONGEST_NAME = 100, 60


class Searches(QObject):
    """Queries by name, in the order in which they were kept. `changed` follows each change of them."""

    changed = Signal()

    def __init__(self, known: Mapping[str, str] | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept = dict(known or {})
        self._names: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Who takes part here."""
        return self._names

    def set_names(self, names: Sequence[str]) -> None:
        """These take part now."""
        self._names = tuple(names)

    def every(self) -> dict[str, str]:
        """All of them, for lists and for the next start."""
        return dict(self._kept)

    def keep(self, name: str, query: str) -> str:
        """Keep a query; a name that is there gets the new one. Answers why it cannot be kept, empty when it is."""
        name = " ".join(name.split())[:LONGEST_NAME]
        if not name:
            return "Give the search a name"
        if not query.strip():
            return "There is nothing to keep: the search is empty"
        if name not in self._kept and len(self._kept) >= MOST:
            return f"{MOST} searches are kept already: delete one first"
        self._kept[name] = query.strip()
        self.changed.emit()
        return ""

    def rename(self, name: str, new: str) -> str:
        """Give a search another name, in its place. Answers why it cannot have it, empty when it has."""
        new = " ".join(new.split())[:LONGEST_NAME]
        if name not in self._kept or new == name:
            return ""
        if not new:
            return "A search needs a name"
        if new in self._kept:
            return f"There is a search called {new} already"
        self._kept = {new if each == name else each: query for each, query in self._kept.items()}
        self.changed.emit()
        return ""

    def delete(self, name: str) -> None:
        """Forget a search."""
        if self._kept.pop(name, None) is not None:
            self.changed.emit()
