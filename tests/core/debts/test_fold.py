"""The table of stories, told to the book in memory and to the one in the index."""

from __future__ import annotations

import sqlite3

import pytest

from mailbox_gui.core.debts.memory_book import debts_of
from mailbox_gui.core.read_models import debt_lists, schema
from mailbox_gui.core.read_models.debts import project
from tests.core.debts.stories_of_mail import OF_MAIL
from tests.core.debts.stories_of_workspaces import OF_WORKSPACES
from tests.core.debts.telling import Telling

STORIES = {**OF_MAIL, **OF_WORKSPACES}


def told(story: str) -> Telling:
    telling = Telling()
    telling.tell(line.strip() for line in STORIES[story][0].split(" / "))
    return telling


def expected(story: str) -> list[str]:
    return [line.strip() for line in STORIES[story][1].split(" / ") if line.strip()]


def test_there_are_enough_of_them() -> None:
    assert len(STORIES) >= 60


@pytest.mark.parametrize("story", STORIES)
def test_exactly_this_is_owed(story: str) -> None:
    telling = told(story)
    assert sorted(telling.owed(debts_of(telling.history.entries))) == sorted(expected(story))


@pytest.mark.parametrize("story", STORIES)
def test_the_index_says_the_same(story: str) -> None:
    telling = told(story)
    connection = schema.connect(":memory:")
    schema.create(connection)
    for entry in telling.history.entries:
        project(entry, connection.cursor())
    found = debt_lists.every(connection)
    assert tuple(found) == debts_of(telling.history.entries)
    assert [debt for debt in found if debt.live] == sorted(debt_lists.owed(connection), key=lambda debt: debt.number)
    _counts_agree(connection, telling)
    connection.close()


def _counts_agree(connection: sqlite3.Connection, telling: Telling) -> None:
    now = telling.history.now
    counts = debt_lists.counts(connection, now)
    assert sum(owes.owed for owes in counts) == debt_lists.owed_count(connection) == len(debt_lists.owed(connection))
    for owes in counts:
        listed = debt_lists.owed(connection, owes.debtor)
        assert owes.owed == len(listed) == debt_lists.owed_count(connection, owes.debtor)
        assert owes.waiting == sum(debt.state == "waiting" for debt in listed)
        late = debt_lists.owed(connection, owes.debtor, now)
        assert owes.overdue == len(late) == sum(debt.overdue(now) for debt in listed)
        assert owes.oldest == min((debt.opened_at for debt in listed), default=None)
