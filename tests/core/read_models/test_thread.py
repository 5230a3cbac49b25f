"""Conversations, found from any of their messages."""

from __future__ import annotations

from collections.abc import Callable

from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.read_models.thread import thread
from tests.core.read_models.history import History, accepted, decided, held, rejected

Make = Callable[[History], Index]


def test_a_thread_is_the_whole_conversation_from_any_of_its_messages(history: History, index_of: Make) -> None:
    task = accepted("hub", "builder", kind="task", topic="build it")
    report = accepted("builder", "hub", topic="built", ref=task.id)
    ask = held("builder", "hub", topic="deploy?", ref=report.id)
    question = accepted("owner", "builder", kind="question", topic="why?", ref=ask.id)
    answer = accepted("builder", "owner", kind="reply", topic="because", ref=question.id)
    yes = decided(ask, "approve", "go")
    refused = rejected("builder", "site", topic="not part of it", ref=report.id)
    other = accepted("site", "hub", topic="something else")
    for record in (task, other, report, ask, question, refused, answer, yes):
        history.add(record)
    connection = index_of(history).connection
    whole = [task.id, report.id, ask.id, question.id, answer.id, yes.id]
    for message_id in whole:
        assert [row.id for row in thread(connection, message_id)] == whole
    assert [row.id for row in thread(connection, other.id)] == [other.id]
    # A refused draft shows what it would have continued, itself included.
    assert [row.id for row in thread(connection, refused.id or "")] == [*whole[:4], refused.id, *whole[4:]]
    assert thread(connection, "20261130T090000Z-hub-000000000000") == []
    assert thread(connection, "") == []


def test_a_ref_to_nothing_known_joins_nothing(history: History, index_of: Make) -> None:
    lost = "20200101T000000Z-hub-000000000000"
    first, second = accepted("a", "b", ref=lost), accepted("c", "d", ref=lost)
    history.add(first)
    history.add(second)
    assert [row.id for row in thread(index_of(history).connection, first.id)] == [first.id]
