"""The counts of a histogram are those of counting one by one, in any query, range and state of the trigram index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest

from mailbox_gui.core.message.query import parse_query
from mailbox_gui.core.read_models import histogram as asked
from mailbox_gui.core.read_models.conditions import Surroundings
from mailbox_gui.core.read_models.histogram import Tally, histogram, span, without_range_and_verdict
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.read_models.moments_sql import to_milliseconds
from mailbox_gui.core.read_models.search import search
from mailbox_gui.core.read_models.tallies import HOUR
from tests.core.read_models.history import START, History, accepted, decided, held, rejected

Make = Callable[[History], Index]
HERE = Surroundings(START + timedelta(days=2))
QUERIES = (
    "", "from:builder", "agent:site", "-kind:note", "to:hub kind:task", "pears", "topic:build from:builder",
    "check:route", "verdict:rejected", "from:builder verdict:held",
)  # fmt: skip
RANGES = ("", "after:2026-11-30T09:30:00Z", "before:2026-11-30T12:15:00Z", "after:1d", "after:2026-11-30T10:00:00Z")


@pytest.fixture
def index(index_of: Make, history: History) -> Index:
    """Two dozen messages over some hours; two were held, one of them was approved."""
    waiting = [held("builder", "hub", topic="Deploy site-api"), held("site", "hub", topic="build of pears")]
    for number in range(8):
        history.add(accepted("builder", "hub", topic=f"build {number}", body="apples and pears\n"))
        history.add(accepted("hub", "site", kind="task", topic="a task", body="apples\n"))
        history.add(rejected("builder", "site", reason="not in the routes table", topic="status hooks"))
        history.now += timedelta(minutes=37)
    for each in waiting:
        history.add(each)
    history.now += timedelta(hours=3)
    history.add(decided(waiting[0], "approve", "fine"))
    return index_of(history)


def whole(index: Index, text: str) -> Tally:
    query = parse_query(text)
    made = histogram(index.connection, query, HERE)
    while made.before is not None:
        made.add(histogram(index.connection, query, HERE, made.before))
    return made


@pytest.mark.parametrize("ranged", RANGES)
@pytest.mark.parametrize("text", QUERIES)
def test_it_counts_what_search_finds(index: Index, text: str, ranged: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "PART", 5)
    found = whole(index, f"{text} {ranged}")
    query = without_range_and_verdict(parse_query(text))
    rows = search(index.connection, query, HERE, limit=1000)
    assert found.hours == Counter((to_milliseconds(row.at) // HOUR, row.verdict) for row in rows)
    terms = (*query.terms, *parse_query(ranged).terms)
    inside = search(index.connection, type(query)(terms), HERE, limit=1000)
    assert +Counter(found.inside) == Counter(row.verdict for row in inside)


def test_a_decision_moves_its_message(index: Index) -> None:
    inside = whole(index, "").inside
    assert (inside["held"], inside["approved"], inside["decision"]) == (1, 1, 1)


def test_the_span_is_that_of_the_messages(index: Index) -> None:
    first, last = span(index.connection) or (0, 0)
    assert last > first


def test_without_messages_there_is_no_span(index_of: Make, history: History) -> None:
    assert span(index_of(history).connection) is None
