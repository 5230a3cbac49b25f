"""Who may send how much now: the daily windows, and outboxes that are left alone after a flood."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from datetime import datetime

from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Paused, Record
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.facts import PAUSE_LASTS, last_pause, limit_refusal_moments, sent_moments
from mailbox_gui.core.relay.problems import ProblemBook
from mailbox_gui.core.relay.sending_book import DAY, PAUSE_AFTER, SendingBook
from mailbox_gui.core.relay.state import Problem


class Pauses:
    """The paused outboxes, each with the moment it was paused. `book` counts what everybody sent."""

    def __init__(self, problems: ProblemBook, record: Callable[[Record], Entry]) -> None:
        self.book = SendingBook()
        self._problems = problems
        self._record = record
        self._since: dict[str, datetime] = {}

    def learn(self, connection: sqlite3.Connection, agents: Iterable[str]) -> None:
        """Take from the index who of `agents` is paused."""
        found = {name: last_pause(connection, name) for name in agents}
        for name in self._since.keys() - {name for name, since in found.items() if since is not None}:
            self._problems.clear(name, "paused")
        self._since = {name: since for name, since in found.items() if since is not None}

    def seed(self, connection: sqlite3.Connection, sender: str, now: datetime) -> None:
        """Count what `sender` did in the last 24 hours, from the index."""
        self.book.forget(sender)
        for moment in sent_moments(connection, sender, now - DAY):
            self.book.sent(sender, moment)
        for moment in limit_refusal_moments(connection, sender, now - DAY):
            self.book.over_limit(sender, moment)

    def current(self, now: datetime) -> frozenset[str]:
        """The agents whose outboxes are left alone now; a pause ends by itself after a day."""
        for name in [name for name, since in self._since.items() if now - since >= PAUSE_LASTS]:
            del self._since[name]
            self.book.forgive(name)
            self._problems.clear(name, "paused")
        for name, since in self._since.items():
            text = f"the outbox of {name} is paused: it ran into its daily limit {PAUSE_AFTER} times"
            advice = f"mailbox owner resume {name}; by itself after {format_second(since + PAUSE_LASTS)}"
            self._problems.raise_problem(Problem("paused", name, text, advice))
        return frozenset(self._since)

    def pause_floods(self, senders: set[str], now: datetime) -> None:
        """Pause whoever of `senders` has run into its limit too often."""
        for name in sorted(senders - {OWNER} - self._since.keys()):
            if self.book.is_flood(name, now):
                reason = f"{PAUSE_AFTER} drafts over the daily limit within 24 hours"
                self._since[name] = self._record(Paused(name, reason)).at
