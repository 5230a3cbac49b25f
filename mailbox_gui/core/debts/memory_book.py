"""The book of debts in memory: for a history that is folded once, and as the measure of the one in the index."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from mailbox_gui.core.debts.book import Marker, Workspace
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.debts.fold import fold
from mailbox_gui.core.debts.letter import Letter, topic_key
from mailbox_gui.core.debts.terms import Terms, read_terms
from mailbox_gui.core.journal.entry import Entry


class MemoryBook:
    """Plain, and not fast: every question looks through all debts. See `Book` for what each method means."""

    def __init__(self) -> None:
        self._terms = Terms()
        self._debts: dict[int, Debt] = {}
        self._markers: dict[tuple[str, str], Marker] = {}
        self._workspaces: dict[str, Workspace] = {}
        self._told: set[tuple[str, str]] = set()
        self._held: dict[str, Letter] = {}

    @property
    def debts(self) -> tuple[Debt, ...]:
        """All debts that ever were, in the order in which they opened."""
        return tuple(self._debts.values())

    def terms(self) -> Terms:  # noqa: D102 - see the class
        return self._terms

    def use_terms(self, text: str) -> None:  # noqa: D102 - see the class
        self._terms = read_terms(text) or self._terms

    def add(self, debt: Debt) -> None:  # noqa: D102 - see the class
        number = len(self._debts) + 1
        self._debts[number] = replace(debt, number=number)

    def change(self, debt: Debt) -> None:  # noqa: D102 - see the class
        self._debts[debt.number] = debt

    def of_message(self, message_id: str) -> list[Debt]:  # noqa: D102 - see the class
        return [debt for debt in self.debts if debt.live and debt.ref == message_id]

    def of_escalations(self, message_id: str) -> list[Debt]:  # noqa: D102 - see the class
        return [debt for debt in self.debts if debt.live and debt.origin == message_id]

    def between(self, debtor: str, creditor: str, topic: str) -> list[Debt]:  # noqa: D102 - see the class
        parties = (debtor, creditor)
        return [
            debt
            for debt in self.debts
            if debt.live and (debt.debtor, debt.creditor) == parties and topic_key(debt.topic) == topic
        ]

    def of_markers(self, agent: str) -> list[Debt]:  # noqa: D102 - see the class
        return [debt for debt in self.debts if debt.state != "closed" and debt.debtor == agent and debt.marker]

    def of_marker(self, agent: str, slug: str) -> Debt | None:  # noqa: D102 - see the class
        return next((debt for debt in self.of_markers(agent) if debt.marker == slug), None)

    def of_work(self, agent: str) -> Debt | None:  # noqa: D102 - see the class
        work = (debt for debt in self.debts if debt.live and debt.debtor == agent and debt.commits is not None)
        return next(work, None)

    def marker(self, agent: str, slug: str) -> Marker | None:  # noqa: D102 - see the class
        return self._markers.get((agent, slug))

    def put_marker(self, marker: Marker) -> None:  # noqa: D102 - see the class
        self._markers[marker.agent, marker.slug] = marker

    def drop_marker(self, agent: str, slug: str) -> None:  # noqa: D102 - see the class
        self._markers.pop((agent, slug), None)

    def workspace(self, agent: str) -> Workspace | None:  # noqa: D102 - see the class
        return self._workspaces.get(agent)

    def put_workspace(self, workspace: Workspace) -> None:  # noqa: D102 - see the class
        self._workspaces[workspace.agent] = workspace

    def drop_workspace(self, agent: str) -> None:  # noqa: D102 - see the class
        self._workspaces.pop(agent, None)
        self._markers = {key: marker for key, marker in self._markers.items() if marker.agent != agent}

    def tell(self, agent: str, words: frozenset[str]) -> None:  # noqa: D102 - see the class
        self._told |= {(agent, word) for word in words}

    def told(self, agent: str, slug: str) -> bool:  # noqa: D102 - see the class
        return (agent, slug) in self._told

    def hold(self, letter: Letter) -> None:  # noqa: D102 - see the class
        self._held[letter.id] = letter

    def release(self, message_id: str) -> Letter | None:  # noqa: D102 - see the class
        return self._held.pop(message_id, None)


def debts_of(entries: Iterable[Entry]) -> tuple[Debt, ...]:
    """All debts that a history ever had, in the order in which they opened."""
    book = MemoryBook()
    for entry in entries:
        fold(entry, book)
    return book.debts
