"""The read model of debts: the fold's book kept in the index, so that what everyone owes is a look-up."""

from __future__ import annotations

import functools
import json
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from mailbox_gui.core.debts.book import Marker, Workspace
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.debts.fold import fold
from mailbox_gui.core.debts.letter import Letter, topic_key
from mailbox_gui.core.debts.terms import Terms, read_terms
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.read_models.moments_sql import from_milliseconds, to_milliseconds
from mailbox_gui.core.read_models.storable import storable

# The conditions of the partial indexes; lists, counts and the badge repeat them word for word.
LIVE: Final = "state IN ('open', 'waiting')"
THERE: Final = "state <> 'closed'"
COLUMNS: Final = (
    "number, kind, debtor, creditor, ref, topic, sha256, opened, opened_at, due, state, waiting_on, closed, closed_at, "
    "how, by, origin, held, marker, path, line, commits, newest, since, probable"
)
_FIELDS: Final = COLUMNS.split(", ")
_MOMENTS: Final = tuple(_FIELDS.index(name) for name in ("opened_at", "due", "closed_at"))
_HELD: Final = _FIELDS.index("held")

TABLES: Final = f"""
CREATE TABLE debt (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, debtor TEXT NOT NULL, creditor TEXT NOT NULL, ref TEXT NOT NULL,
    topic TEXT NOT NULL, sha256 TEXT NOT NULL, opened INTEGER NOT NULL, opened_at INTEGER NOT NULL, due INTEGER,
    state TEXT NOT NULL, waiting_on TEXT NOT NULL, closed INTEGER, closed_at INTEGER, how TEXT NOT NULL,
    by TEXT NOT NULL, origin TEXT NOT NULL, held INTEGER NOT NULL, marker TEXT NOT NULL, path TEXT NOT NULL,
    line INTEGER, commits INTEGER, newest TEXT NOT NULL, since TEXT NOT NULL, probable TEXT NOT NULL,
    topic_key TEXT NOT NULL
);
CREATE INDEX debt_owed ON debt (debtor, number, due) WHERE {LIVE};
CREATE INDEX debt_board ON debt (kind, due, number, debtor, creditor) WHERE {LIVE};
CREATE INDEX debt_baseline ON debt (debtor, number) WHERE state = 'baseline';
CREATE INDEX debt_ref ON debt (ref);
CREATE INDEX debt_origin ON debt (origin) WHERE origin <> '' AND {LIVE};
CREATE INDEX debt_topic ON debt (debtor, creditor, topic_key) WHERE {LIVE};
CREATE INDEX debt_marker ON debt (debtor, marker) WHERE marker <> '' AND {THERE};
CREATE INDEX debt_work ON debt (debtor) WHERE commits IS NOT NULL AND {LIVE};
CREATE INDEX debt_opened ON debt (opened);
CREATE INDEX debt_closed ON debt (closed) WHERE closed IS NOT NULL;
CREATE TABLE debt_terms (one INTEGER PRIMARY KEY CHECK (one = 1), terms TEXT NOT NULL);
CREATE TABLE debt_held (id TEXT PRIMARY KEY, letter TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE debt_word (agent TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (agent, word)) WITHOUT ROWID;
CREATE TABLE workspace (
    agent TEXT PRIMARY KEY, folder TEXT NOT NULL, first INTEGER NOT NULL, first_at INTEGER NOT NULL, head TEXT,
    base TEXT, reported INTEGER NOT NULL, based INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE marker (
    agent TEXT NOT NULL, slug TEXT NOT NULL, path TEXT NOT NULL, line INTEGER NOT NULL, text TEXT NOT NULL,
    standing TEXT NOT NULL, PRIMARY KEY (agent, slug)
) WITHOUT ROWID;
"""

_ADD: Final = f"INSERT INTO debt ({COLUMNS}, topic_key) VALUES (NULL, {', '.join('?' * (len(_FIELDS) - 1))}, ?)"
_CHANGE: Final = f"UPDATE debt SET {', '.join(f'{name} = ?' for name in _FIELDS[1:])} WHERE number = ?"
_SELECT: Final = f"SELECT {COLUMNS} FROM debt"


def project(entry: Entry, cursor: sqlite3.Cursor) -> None:
    """Folds the line into the book."""
    fold(entry, IndexBook(cursor))


def debts(found: Iterable[Sequence[Any]]) -> list[Debt]:
    """The debts of a query that selected COLUMNS."""
    made: list[Debt] = []
    for values in found:
        members = list(values)
        for at in _MOMENTS:
            if members[at] is not None:
                members[at] = from_milliseconds(members[at])
        members[_HELD] = bool(members[_HELD])
        made.append(Debt(*members))
    return made


class IndexBook:
    """See `Book` for what each method means."""

    def __init__(self, cursor: sqlite3.Cursor | sqlite3.Connection) -> None:
        self._cursor = cursor

    def terms(self) -> Terms:  # noqa: D102 - see the class
        found = self._cursor.execute("SELECT terms FROM debt_terms").fetchone()
        return Terms() if found is None else _terms(found[0])

    def use_terms(self, text: str) -> None:  # noqa: D102 - see the class
        terms = read_terms(text)
        if terms is not None:
            self._cursor.execute("INSERT OR REPLACE INTO debt_terms VALUES (1, ?)", (terms.text(),))

    def add(self, debt: Debt) -> None:  # noqa: D102 - see the class
        self._cursor.execute(_ADD, (*_values(debt), topic_key(debt.topic)))

    def change(self, debt: Debt) -> None:  # noqa: D102 - see the class
        self._cursor.execute(_CHANGE, (*_values(debt), debt.number))

    def of_message(self, message_id: str) -> list[Debt]:  # noqa: D102 - see the class
        return self._debts(f"INDEXED BY debt_ref WHERE ref = ? AND {LIVE} ORDER BY number", message_id)

    def of_escalations(self, message_id: str) -> list[Debt]:  # noqa: D102 - see the class
        where = f"INDEXED BY debt_origin WHERE origin = ? AND origin <> '' AND {LIVE} ORDER BY number"
        return self._debts(where, message_id)

    def between(self, debtor: str, creditor: str, topic: str) -> list[Debt]:  # noqa: D102 - see the class
        where = f"INDEXED BY debt_topic WHERE debtor = ? AND creditor = ? AND topic_key = ? AND {LIVE} ORDER BY number"
        return self._debts(where, debtor, creditor, topic)

    def of_markers(self, agent: str) -> list[Debt]:  # noqa: D102 - see the class
        where = f"INDEXED BY debt_marker WHERE debtor = ? AND marker <> '' AND {THERE} ORDER BY number"
        return self._debts(where, agent)

    def of_marker(self, agent: str, slug: str) -> Debt | None:  # noqa: D102 - see the class
        where = f"INDEXED BY debt_marker WHERE debtor = ? AND marker = ? AND marker <> '' AND {THERE}"
        found = self._debts(where, agent, slug)
        return found[0] if found else None

    def of_work(self, agent: str) -> Debt | None:  # noqa: D102 - see the class
        found = self._debts(f"INDEXED BY debt_work WHERE debtor = ? AND commits IS NOT NULL AND {LIVE}", agent)
        return found[0] if found else None

    def marker(self, agent: str, slug: str) -> Marker | None:  # noqa: D102 - see the class
        found = self._cursor.execute("SELECT * FROM marker WHERE agent = ? AND slug = ?", (agent, slug)).fetchone()
        return None if found is None else Marker(*found)

    def markers(self, agent: str) -> list[Marker]:
        """All markers that lie in the agent's workspace."""
        found = self._cursor.execute("SELECT * FROM marker WHERE agent = ? ORDER BY slug", (agent,))
        return [Marker(*values) for values in found]

    def put_marker(self, marker: Marker) -> None:  # noqa: D102 - see the class
        values = (marker.agent, marker.slug, storable(marker.path), marker.line, storable(marker.text), marker.standing)
        self._cursor.execute("INSERT OR REPLACE INTO marker VALUES (?, ?, ?, ?, ?, ?)", values)

    def drop_marker(self, agent: str, slug: str) -> None:  # noqa: D102 - see the class
        self._cursor.execute("DELETE FROM marker WHERE agent = ? AND slug = ?", (agent, slug))

    def workspace(self, agent: str) -> Workspace | None:  # noqa: D102 - see the class
        found = self._cursor.execute("SELECT * FROM workspace WHERE agent = ?", (agent,)).fetchone()
        return None if found is None else _workspace(found)

    def put_workspace(self, workspace: Workspace) -> None:  # noqa: D102 - see the class
        values = (
            workspace.agent,
            storable(workspace.folder),
            workspace.first,
            to_milliseconds(workspace.first_at),
            workspace.head,
            workspace.base,
            workspace.reported,
            workspace.based,
        )
        self._cursor.execute("INSERT OR REPLACE INTO workspace VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)

    def drop_workspace(self, agent: str) -> None:  # noqa: D102 - see the class
        self._cursor.execute("DELETE FROM workspace WHERE agent = ?", (agent,))
        self._cursor.execute("DELETE FROM marker WHERE agent = ?", (agent,))

    def workspaces(self) -> list[Workspace]:
        """All workspaces that were scanned and still are some."""
        return [_workspace(values) for values in self._cursor.execute("SELECT * FROM workspace ORDER BY agent")]

    def tell(self, agent: str, words: frozenset[str]) -> None:  # noqa: D102 - see the class
        # One statement for all words: half of what one for each takes.
        every = "INSERT OR IGNORE INTO debt_word SELECT ?, value FROM json_each(?)"
        self._cursor.execute(every, (agent, json.dumps(sorted(words))))

    def told(self, agent: str, slug: str) -> bool:  # noqa: D102 - see the class
        found = self._cursor.execute("SELECT 1 FROM debt_word WHERE agent = ? AND word = ?", (agent, slug))
        return found.fetchone() is not None

    def hold(self, letter: Letter) -> None:  # noqa: D102 - see the class
        self._cursor.execute("INSERT OR REPLACE INTO debt_held VALUES (?, ?)", (letter.id, _letter_text(letter)))

    def release(self, message_id: str) -> Letter | None:  # noqa: D102 - see the class
        found = self._cursor.execute("SELECT letter FROM debt_held WHERE id = ?", (message_id,)).fetchone()
        if found is None:
            return None
        self._cursor.execute("DELETE FROM debt_held WHERE id = ?", (message_id,))
        return _letter(found[0])

    def _debts(self, where: str, *parameters: object) -> list[Debt]:
        return debts(self._cursor.execute(f"{_SELECT} {where}", parameters))


@functools.lru_cache(maxsize=8)
def _terms(text: str) -> Terms:
    return read_terms(text) or Terms()


def _values(debt: Debt) -> list[object]:
    """What the columns hold, the number left out."""
    values = [getattr(debt, name) for name in _FIELDS[1:]]
    return [
        to_milliseconds(value) if isinstance(value, datetime) else storable(value) if isinstance(value, str) else value
        for value in values
    ]


def _workspace(values: Sequence[Any]) -> Workspace:
    agent, folder, first, first_at, *rest = values
    return Workspace(agent, folder, first, from_milliseconds(first_at), *rest)


def _letter_text(letter: Letter) -> str:
    due = None if letter.due is None else to_milliseconds(letter.due)
    # ASCII JSON: a lone surrogate stays an escape, which SQLite can keep.
    return json.dumps(
        [
            letter.id,
            letter.sender,
            letter.recipient,
            letter.kind,
            letter.requires,
            letter.topic,
            letter.ref,
            due,
            letter.sha256,
            sorted(letter.words),
        ]
    )


def _letter(text: str) -> Letter:
    message_id, sender, recipient, kind, requires, topic, ref, due, sha256, words = json.loads(text)
    moment = None if due is None else from_milliseconds(due)
    return Letter(message_id, sender, recipient, kind, requires, topic, ref, moment, sha256, frozenset(words))
