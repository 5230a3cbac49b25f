"""The history that reading commands ask: the index opened for reading, and messages found by the start of their id."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime

from mailbox_gui.command_line.shell.failure import AnswerIsNoError
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.message.query import FieldIs, Query, State
from mailbox_gui.core.read_models import debt_lists, owner_queue
from mailbox_gui.core.read_models.conditions import Surroundings
from mailbox_gui.core.read_models.delegations import DelegationRow, delegations_of
from mailbox_gui.core.read_models.facts import entry_of, paused
from mailbox_gui.core.read_models.mailboxes import unread_heights
from mailbox_gui.core.read_models.reading import open_reading
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.core.read_models.search import search

# Reading the wrong message does no harm, approving or answering it does: a slip of the finger must not name one.
_LEAST_TO_ACT_ON = 8
_MOST_NAMED = 5
_MOST_LOOKED_AT = 500


class History:
    """One reading connection, with the questions that several commands put."""

    def __init__(self, connection: sqlite3.Connection, session: Session) -> None:
        self.connection = connection
        self.office: PostOffice = session.office
        self.journal = JournalReader(session.office.journal)
        self._session = session

    @classmethod
    @contextmanager
    def of(cls, session: Session) -> Iterator[History]:
        """The history of the session's post office, closed at the end."""
        office = session.office
        connection = open_reading(office.index, office.journal)
        try:
            yield cls(connection, session)
        finally:
            connection.close()

    def message(self, text: str) -> MessageRow:
        """The one message whose id is or begins with `text`, or whose hash does. Raises AnswerIsNoError."""
        found = self.messages(text)
        if not found:
            raise AnswerIsNoError(f"no message in {self.office.root} is called {text!r}; mailbox search finds by words")
        exact = [row for row in found if row.id == text]
        if len(found) == 1 or exact:
            return (exact or found)[0]
        named = ", ".join(row.id for row in found[:_MOST_NAMED])
        more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
        raise AnswerIsNoError(f"{text!r} could be any of {named}{more}: give more of the id")

    def message_to_act_on(self, text: str) -> MessageRow:
        """As `message`, for a command that does something with it: too short a name is none."""
        require_enough(text)
        return self.message(text)

    def messages(self, text: str) -> list[MessageRow]:
        """The newest messages with such an id, one row an id: a draft that was refused and sent again is the later."""
        rows: dict[str, MessageRow] = {}
        query = Query((FieldIs("id", text),)) if text else Query()
        for row in self.search(query, _MOST_LOOKED_AT):
            if row.id.startswith(text) or row.id.rpartition("-")[2].startswith(text):
                known = rows.get(row.id)
                if known is None or known.verdict == "rejected" != row.verdict:
                    rows[row.id] = row
        return list(rows.values())

    def newest(self, limit: int, begun: str = "") -> list[MessageRow]:
        """The newest messages, or those whose id begins so."""
        if begun:
            return self.messages(begun)[:limit]
        return self.search(Query(), limit)

    def search(self, query: Query, limit: int) -> list[MessageRow]:
        """The newest messages that `query` means."""
        unread = self._unread() if any(isinstance(term, State) for term in query.terms) else ()
        now = self._session.clock().astimezone()
        return search(self.connection, query, Surroundings(now, unread), limit=limit)

    def waiting(self) -> list[MessageRow]:
        """All that waits for the owner, the one that waits longest first."""
        return list(owner_queue.all_waiting(self.connection))

    def delegations_to(self, rows: Iterable[MessageRow]) -> dict[str, DelegationRow]:
        """The delegations to the session keys that signed these messages."""
        return delegations_of(self.connection, (row.session for row in rows))

    def paused_since(self, agent: str) -> datetime | None:
        """Since when the outbox of `agent` is paused; None when it is not, or when its day is over."""
        return paused(self.connection, agent, self._session.clock())

    def debts_of(self, rows: Iterable[MessageRow]) -> tuple[list[Debt], list[Debt]]:
        """The debts that these messages opened, and those that they closed: at their own line, or when decided."""
        listed = list(rows)
        heights = {row.height for row in listed} | {row.decided_height for row in listed if row.decided_height}
        lines = sorted(heights)
        return debt_lists.opened_at(self.connection, *lines), debt_lists.closed_at(self.connection, *lines)

    def entry(self, height: int) -> Entry:
        """The journal's line of that height."""
        found = entry_of(self.connection, self.journal, height)
        if found is None:
            raise AnswerIsNoError(f"the journal has no height {height}")
        return found

    def _unread(self) -> frozenset[int]:
        """The heights of all messages that still lie in an inbox."""
        rules = self._session.rules
        return unread_heights(
            self.connection, {name: self.office.box(name, "inbox", rules) for name in rules.participants()}
        )


def require_enough(text: str) -> None:
    """Raise AnswerIsNoError when `text` is too short for the beginning of what is meant to be changed."""
    if len(text) < _LEAST_TO_ACT_ON:
        raise AnswerIsNoError(f"{text!r} is too short to act on: give {_LEAST_TO_ACT_ON} characters of it, or all")
