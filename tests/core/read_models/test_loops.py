"""What is a suspected loop and what is not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from mailbox_gui.core.read_models.activity import suspected_loops
from mailbox_gui.core.read_models.index import Index
from tests.core.read_models.history import History, accepted, held

Make = Callable[[History], Index]


def _go_round(
    history: History, agents: str, messages: int, *, refs: bool = False, kinds: str = "rn",
    every: timedelta = timedelta(minutes=2), kind_of_first: str | None = None,
) -> None:  # fmt: skip
    """Messages a → b → c → a …, each a reply (r), note (n) or task (t) in turn."""
    words = {"r": "reply", "n": "note", "t": "task"}
    ref = ""
    for number in range(messages):
        sender, to = agents[number % len(agents)], agents[(number + 1) % len(agents)]
        fields = {"kind": words[kinds[number % len(kinds)]], "topic": f"thanks {history.height}"}
        if number == 0 and kind_of_first:
            fields["kind"] = kind_of_first
        if refs and ref:
            fields["ref"] = ref
        record = accepted(sender, to, signer=None, file="note.md", **fields)
        history.add(record, every)
        ref = record.id


@pytest.mark.parametrize(
    ("agents", "messages", "returns"),
    [
        ("ab", 5, None),
        ("ab", 6, 3),
        ("ab", 8, 4),
        ("abc", 8, None),
        ("abc", 9, 3),
        ("abcde", 14, None),
        ("abcde", 15, 3),
    ],
)
@pytest.mark.parametrize("refs", [True, False])
def test_a_chain_that_comes_back_three_times_is_a_loop(
    history: History, index_of: Make, agents: str, messages: int, returns: int | None, refs: bool
) -> None:
    _go_round(history, agents, messages, refs=refs)
    found = suspected_loops(index_of(history).connection, history.now)
    if returns is None:
        assert found == []
    else:
        (loop,) = found
        assert (set(loop.agents), loop.returns, loop.first, loop.last) == (set(agents), returns, 1, messages)


def test_what_is_no_loop(history: History, index_of: Make) -> None:
    _go_round(history, "ab", 12, kinds="rt")  # a task in between is work
    _go_round(history, "cd", 12, every=timedelta(minutes=13))  # three returns take longer than an hour
    _go_round(history, ["owner", "e"], 12)  # type: ignore[arg-type]  # a person
    for number in range(12):  # many notes, but nobody answers
        history.add(accepted("f", "g", kind="note", topic=f"news {number}"))
    for number in range(6):  # held ones went past a person
        history.add(held(*("hi", "ih")[number % 2], kind="reply", topic=f"ask {number}"))
    assert suspected_loops(index_of(history).connection, history.now) == []


def test_refs_keep_two_conversations_of_the_same_agents_apart(history: History, index_of: Make) -> None:
    first = accepted("a", "b", kind="note", topic="one")
    second = accepted("a", "b", kind="note", topic="two")
    for record in (
        first,
        second,
        accepted("b", "a", kind="reply", topic="re one", ref=first.id),
        accepted("b", "a", kind="reply", topic="re two", ref=second.id),
    ):
        history.add(record)
    for number in range(4):
        history.add(accepted("a", "b", kind="note", topic=f"new {number}", ref="20200101T000000Z-b-000000000000"))
        history.add(accepted("b", "a", kind="note", topic=f"re new {number}", ref="20200101T000000Z-a-000000000000"))
    assert suspected_loops(index_of(history).connection, history.now) == []


def test_a_loop_is_one_however_long_it_goes_and_is_forgotten_after_a_day(history: History, index_of: Make) -> None:
    _go_round(history, "ab", 300, refs=True, every=timedelta(seconds=5))
    connection = index_of(history).connection
    (loop,) = suspected_loops(connection, history.now + timedelta(hours=23))
    assert (loop.first, loop.last, loop.last_at) == (1, 300, history.now)
    assert suspected_loops(connection, history.now + timedelta(hours=25)) == []


def test_work_before_the_circle_is_not_part_of_it(history: History, index_of: Make) -> None:
    history.add(accepted("c", "a", kind="note", topic="hello"))
    _go_round(history, "ab", 6)
    (loop,) = suspected_loops(index_of(history).connection, history.now)
    assert set(loop.agents) == {"a", "b"}
