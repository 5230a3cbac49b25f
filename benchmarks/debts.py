"""Debts in a long history: list, counts and badge out of the index, and what folding one more line costs."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.rounds import Goal, report, say
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from mailbox_gui.core.journal.entry import Entry, Place
from mailbox_gui.core.journal.records import Accepted, Record, Rules, Work, Workaround
from mailbox_gui.core.read_models import debt_lists, schema
from mailbox_gui.core.read_models.debts import project

ENTRIES = 1_000_000
DEBTS = 20_000
OPEN = 500
ROUNDS = 30
FOLDED = 2_000
_AGENTS = tuple(f"agent-{number:02}" for number in range(40))
_START = datetime(2026, 1, 1, tzinfo=UTC)
_GOAL_MILLISECONDS = 20.0


def run(folder: Path, scanner: SecretScanner) -> None:
    """Print the times for a history of 1,000,000 lines, and the ratio of a fold after it to one after 10,000."""
    short, long = _index(folder / "short.sqlite3"), _index(folder / "long.sqlite3")
    small, large = _History(), _History()
    began = time.perf_counter()
    _feed(short, small.lines(ENTRIES // 100, DEBTS // 100, OPEN // 100))
    _feed(long, large.lines(ENTRIES, DEBTS, OPEN))
    say(f"({ENTRIES:,} lines folded, {DEBTS:,} debts ever)", f"in {time.perf_counter() - began:.0f} s")
    now = _START + timedelta(days=400)
    questions: dict[str, Callable[[], object]] = {
        f"the list of {debt_lists.owed_count(long)} open debts": lambda: debt_lists.owed(long),
        "the counts per agent": lambda: debt_lists.counts(long, now),
        "the badge": lambda: debt_lists.owed_count(long),
        "one agent's list": lambda: debt_lists.owed(long, _AGENTS[3]),
        "what is overdue": lambda: debt_lists.owed(long, None, now),
    }
    for name, ask in questions.items():
        report(f"{name}, milliseconds", [_milliseconds(ask) for _ in range(ROUNDS)], Goal(at_most=_GOAL_MILLISECONDS))
    ratios = []
    for _ in range(5):
        # In turn, so that a slow minute of the machine hits both.
        alone = _folding(short, small)
        ratios.append(_folding(long, large) / alone)
    report(f"folding a line after {ENTRIES:,} / after {ENTRIES // 100:,}", ratios, Goal(at_most=1.5))
    for connection in (short, long):
        connection.close()


class _History:
    """Lines as a busy post office writes them: notes, tasks, reports, questions, scans."""

    def __init__(self) -> None:
        self.height = 0
        self._open: list[Accepted] = []

    def lines(self, entries: int, debts: int, left_open: int) -> Iterator[Entry]:
        """`entries` lines with `debts` of them that open one; all but the last `left_open` are answered."""
        yield self._entry(Rules({"serial": 1}, "", "", json.dumps({"hub": "hub", "agents": {}, "routes": []})))
        every = max(entries // debts, 3)
        for number in range(debts):
            agent = _AGENTS[number % len(_AGENTS)]
            yield from self.debt(agent, number)
            if number < debts - left_open:
                yield self.answer()
            for _ in range(every - 2):
                yield self._entry(_message(agent, "hub", "note", self.height))

    def debt(self, agent: str, number: int) -> Iterator[Entry]:
        """Three of four debts are of messages, one of a workspace."""
        if number % 4 < 3:
            kind = ("task", "question", "request")[number % 4]
            task = _message("hub", agent, kind, self.height)
            self._open.append(task)
            yield self._entry(task)
        else:
            slug = f"marker-{number}"
            yield self._entry(Workaround(agent, "../w", "new", slug, "a.py", 1, "text"))
            self._open.append(_message(agent, "hub", "workaround", self.height, slug=slug))
            if number % 400 == 3:
                yield self._entry(Work(agent, "../w", "baseline", "ab" * 20, "ab" * 20, 0, None, None, self.height))

    def answer(self) -> Entry:
        """What closes the oldest open one."""
        asked = self._open.pop(0)
        if asked.header["kind"] == "workaround":
            return self._entry(asked)
        return self._entry(_message(asked.header["to"], "hub", "report", self.height, ref=asked.id))

    def turn(self, number: int) -> Iterator[Entry]:
        """A debt and its answer."""
        yield from self.debt(_AGENTS[number % len(_AGENTS)], 1_000_000 + number)
        yield self.answer()

    def _entry(self, record: Record) -> Entry:
        self.height += 1
        at = _START + timedelta(seconds=30 * self.height)
        return Entry(self.height, at, record, "", f"{self.height:064x}", Place(1, 0, 0))


def _message(sender: str, to: str, kind: str, number: int, *, ref: str = "", slug: str = "") -> Accepted:
    fields = {"from": sender, "to": to, "kind": kind, "topic": f"topic {number % 997}", "requires": "none"}
    if ref:
        fields["ref"] = ref
    if slug:
        fields["x-workaround"] = slug
    message_id = f"20260101T000000Z-{sender}-{number:012x}"
    body = f"The build {number} passed on the second runner, the index was written before the notes were read.\n" * 8
    return Accepted(message_id, fields, None, body, len(body), f"{number:064x}", "m.md", sender)


def _index(path: Path) -> sqlite3.Connection:
    connection = schema.connect(path)
    schema.create(connection)
    schema.prepare_writer(connection)
    return connection


def _feed(connection: sqlite3.Connection, entries: Iterator[Entry]) -> None:
    cursor = connection.cursor()
    cursor.execute("BEGIN")
    for entry in entries:
        project(entry, cursor)
        if entry.height % 10_000 == 0:
            cursor.execute("COMMIT")
            cursor.execute("BEGIN")
    cursor.execute("COMMIT")


def _folding(connection: sqlite3.Connection, history: _History) -> float:
    """Seconds for so many lines that open and close debts, in one transaction."""
    entries = [entry for number in range(FOLDED // 2) for entry in history.turn(number)]
    cursor = connection.cursor()
    cursor.execute("BEGIN")
    began = time.perf_counter()
    for entry in entries:
        project(entry, cursor)
    took = time.perf_counter() - began
    cursor.execute("COMMIT")
    return took / len(entries)


def _milliseconds(ask: Callable[[], object]) -> float:
    began = time.perf_counter()
    ask()
    return (time.perf_counter() - began) * 1000
