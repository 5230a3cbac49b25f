"""What waits for the owner, what was decided, what was asked back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from mailbox_gui.core.read_models import owner_queue
from mailbox_gui.core.read_models.index import Index
from tests.core.read_models.history import START, History, accepted, decided, held

Make = Callable[[History], Index]


def test_the_queue_holds_what_waits_the_oldest_first(history: History, index_of: Make) -> None:
    asks = [held("builder", "hub", topic=f"ask {number}") for number in range(4)]
    for ask in asks:
        history.add(ask)
        history.add(accepted("builder", "hub", topic="between"))
    history.add(decided(asks[1], "approve", "go on"))
    history.add(decided(asks[0], "decline", "no"))
    connection = index_of(history).connection
    assert [row.topic for row in owner_queue.waiting(connection)] == ["ask 2", "ask 3"]
    assert owner_queue.waiting_count(connection) == 2
    done = owner_queue.decided_since(connection, START)
    assert [(row.topic, row.verdict, row.note, row.decided_height) for row in done] == [
        ("ask 0", "declined", "no", 10),
        ("ask 1", "approved", "go on", 9),
    ]
    assert done[0].decided_at == history.now
    assert owner_queue.decided_count_since(connection, START) == 2
    assert owner_queue.decided_since(connection, START, before=10) == done[1:]
    assert owner_queue.decided_since(connection, history.now) == done[:1]
    assert owner_queue.decided_since(connection, history.now + timedelta(hours=1)) == []


def test_a_message_is_decided_once_and_only_while_it_is_held(history: History, index_of: Make) -> None:
    ask, plain = held("builder", "hub"), accepted("builder", "hub")
    for record in (ask, plain, decided(ask, "approve", "yes")):
        history.add(record)
    for record in (decided(ask, "decline", "no"), decided(plain, "decline")):
        history.add(record)
    connection = index_of(history).connection
    (row,) = owner_queue.decided_since(connection, START)
    assert (row.verdict, row.decided_height, row.note) == ("approved", 3, "yes")


def test_a_waiver_decides_no_message(history: History, index_of: Make) -> None:
    ask = held("builder", "hub")
    history.add(ask)
    history.add(decided(ask, "waive", "not needed"))
    assert [row.id for row in owner_queue.waiting(index_of(history).connection)] == [ask.id]


def test_what_was_asked_back_waits_for_its_answer(history: History, index_of: Make) -> None:
    asks = [held("builder", "hub", topic=f"ask {number}") for number in range(4)]
    for ask in asks:
        history.add(ask)
    why = accepted("owner", "builder", kind="question", topic="why?", ref=asks[0].id)
    again = accepted("owner", "builder", kind="question", topic="and when?", ref=asks[1].id)
    for record in (
        why,
        accepted("owner", "builder", kind="question", topic="why this?", ref=asks[1].id),
        accepted("builder", "owner", kind="reply", topic="because", ref=why.id),
        again,
        accepted("hub", "owner", kind="reply", topic="not mine to say", ref=again.id),
        accepted("owner", "builder", kind="note", topic="I look into it", ref=asks[2].id),
        accepted("owner", "builder", kind="question", topic="decided since", ref=asks[3].id),
        decided(asks[3], "approve"),
    ):
        history.add(record)
    assert owner_queue.asked_back(index_of(history).connection) == {
        asks[0].id: owner_queue.AskedBack(5, 7),
        asks[1].id: owner_queue.AskedBack(8, None),
    }


@pytest.mark.parametrize("page", [1, 3, 4, 5, 500])
def test_all_that_waits_is_walked_in_pages(
    history: History, index_of: Make, page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner_queue, "PAGE", page)
    asks = [held("builder", "hub", topic=f"ask {number}") for number in range(4)]
    for ask in asks:
        history.add(ask)
        history.add(accepted("builder", "hub", topic="between"))
    connection = index_of(history).connection
    assert [row.id for row in owner_queue.all_waiting(connection)] == [ask.id for ask in asks]


def test_where_nothing_waits_nothing_is_walked(history: History, index_of: Make) -> None:
    history.add(accepted("builder", "hub"))
    assert list(owner_queue.all_waiting(index_of(history).connection)) == []
