"""What is typed finds what is meant, with and without trigrams, and any text is answered."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mailbox_gui.core.message.query import parse_query
from mailbox_gui.core.message.verdict import Signer
from mailbox_gui.core.read_models import search
from mailbox_gui.core.read_models.conditions import Surroundings
from mailbox_gui.core.read_models.index import Index
from tests.core.read_models.history import START, History, accepted, decided, held, rejected

Make = Callable[[History], Index]
NOW = START + timedelta(days=1)
HERE = Surroundings(NOW, frozenset({1, 6}))


@pytest.fixture
def lived_in(history: History) -> History:
    deploy = held("builder", "hub", topic="Deploy site-api 2.4.0", body="Release passed staging.\nGo on?\n")
    first = accepted("builder", "hub", topic="Ночная сборка", body="Ёлка зелёная, всё прошло: POL-358.\n")
    history.add(first)
    history.add(accepted("hub", "builder", kind="task", topic="東京の天気", body="明日は雨です\n", requires="report"))
    history.add(rejected("builder", "site", reason="builder → site is not in the routes table", topic="status hooks"))
    history.add(deploy)
    history.add(decided(deploy, "approve", "fine by me", created="2026-11-30T10:00:00Z"))
    history.add(
        accepted(
            "site", "hub", kind="reply", topic='say "hi" NEAR * (x OR y)', body="100% done_ok; it's a test^2\n",
            ref=first.id, signer=Signer("ab12" + "0" * 60, "cd34" + "0" * 60),
        )
    )  # fmt: skip
    history.add(rejected("trader", "hub", "secrets", "GitHub token at line 7", topic="log of run 4118", known=False))
    return history


@pytest.fixture(params=["all texts have trigrams", "some have", "none has"])
def index(request: pytest.FixtureRequest, index_of: Make, lived_in: History) -> Index:
    """The same history with its texts in the trigram index, in part, or not at all: the answers are the same."""
    if request.param == "some have":
        rest = lived_in.entries[4:]
        del lived_in.entries[4:]
        index = index_of(lived_in)
        assert not index.tidy(60)
        lived_in.entries.extend(rest)
        index.project(rest)
        return index
    index = index_of(lived_in)
    if request.param == "all texts have trigrams":
        assert not index.tidy(60)
    return index


@pytest.mark.parametrize(
    ("query", "heights"),
    [
        ("", [7, 6, 5, 4, 3, 2, 1]),
        ("deploy", [5, 4]),
        ("DEPLOY", [5, 4]),
        ("ploy", [5, 4]),
        ('"staging. go on"', [4]),
        ('"go on" -builder', [4]),
        ("staging -go", []),
        ("сборка", [1]),
        ("СБОР", [1]),
        ("елка", [1]),
        ("ёлка", [1]),
        ("зелен", [1]),
        ("東京", [2]),
        ("京", [2]),
        ("天気", [2]),
        ("です", [2]),
        ("で", [2]),
        ("大阪", []),
        ("POL-358", [1]),
        ("pol-35", [1]),
        ("58", [1]),
        ("zq", []),
        ('"', [6]),
        ("*", [6]),
        ("NEAR", [6]),
        ("y) OR", [6]),
        ('"OR Y"', [6]),
        ("(", [6]),
        ("it's", [6]),
        ("100%", [6]),
        ("_ok", [6]),
        ("^2", [6]),
        ("\x00", []),
        ("routes table", [3]),
        ('"routes table"', [3]),
        ("token", [7]),
        ("\ud800", []),
        ("from:builder", [4, 3, 1]),
        ("from:BUILDER -verdict:rejected", [4, 1]),
        ("-from:builder", [7, 6, 5, 2]),
        ("to:builder", [5, 2]),
        ("agent:builder", [5, 4, 3, 2, 1]),
        ("agent:builder agent:hub", [4, 2, 1]),
        ("agent:builder deploy", [5, 4]),
        ("-agent:builder", [7, 6]),
        ("kind:task", [2]),
        ("kind:decision", [5]),
        ("requires:report", [2]),
        ("requires:owner", [4]),
        ("topic:сбор", [1]),
        ("topic:passed", []),
        ("-topic:deploy", [7, 6, 3, 2, 1]),
        ("verdict:accepted", [6, 2, 1]),
        ("verdict:held", []),
        ("verdict:approved", [4]),
        ("verdict:decision", [5]),
        ("verdict:rejected", [7, 3]),
        ("verdict:nonsense", []),
        ("check:route", [3]),
        ("-check:route", [7, 6, 5, 4, 2, 1]),
        ("signer:ab12", [6]),
        ("signer:CD3", [6]),
        ("signer:0b", [5]),
        ("ref:{1}", [6]),
        ("id:{1}", [1]),
        ("id:{3}", [3]),
        ("id:{1-hash}", [1]),
        ("-id:{1}", [7, 6, 5, 4, 3, 2]),
        ("before:2026-11-30T09:00:03Z", [2, 1]),
        ("after:2026-11-30T09:00:03Z", [7, 6, 5, 4, 3]),
        ("-after:2026-11-30T09:00:03Z", [2, 1]),
        ("after:2026-11-30T09:00:03Z before:2026-11-30T09:00:05Z", [4, 3]),
        ("after:today", []),
        ("after:yesterday deploy", [5, 4]),
        ("before:2020-01-01", []),
        ("is:unread", [6, 1]),
        ("-is:unread", [7, 5, 4, 3, 2]),
        ("is:unread ёлка", [1]),
        ("is:owed", [4, 2]),
        ("-is:owed deploy", [5]),
        ("is:green", []),
        ("nonsense:deploy", []),
    ],
)  # fmt: skip
def test_what_is_typed_finds_what_is_meant(index: Index, lived_in: History, query: str, heights: list[int]) -> None:
    ids = {number: entry.record.id for number, entry in enumerate(lived_in.entries, 1)}  # type: ignore[union-attr]
    first = ids[1] or ""
    text = query.replace("{1-hash}", first[-12:]).replace("{1}", first).replace("{3}", ids[3] or "")
    parsed = parse_query(text)
    found = search.search(index.connection, parsed, HERE)
    assert [row.height for row in found] == heights
    assert search.matching_heights(index.connection, parsed, HERE) == heights
    for after in range(8):
        newer = search.matching_heights(index.connection, parsed, HERE, after=after)
        assert newer == [height for height in heights if height > after]
    assert search.count(index.connection, parsed, HERE) == len(heights)
    assert search.count(index.connection, parsed, HERE, most=2) == min(2, len(heights))
    assert not index.connection.in_transaction


@pytest.mark.parametrize("query", ["", "o", "ho", "hub", "agent:builder", "from:builder build", "-o", "is:unread"])
def test_pages_make_up_the_whole(index: Index, query: str) -> None:
    parsed = parse_query(query)
    whole = search.search(index.connection, parsed, HERE)
    pages, before = [], None
    while page := search.search(index.connection, parsed, HERE, before=before, limit=2):
        pages += page
        before = page[-1].height
    assert pages == whole


ALPHABET = ["a", "b", "ё", "Е", "ж", "東", "京", "ab", '"', "-", " ", "\n", "ß", "\x1f", "*"]
texts = st.lists(st.sampled_from(ALPHABET), max_size=9).map("".join)


@pytest.fixture(autouse=True)
def few_looked_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few that the small histories of these tests have texts beyond them."""
    monkeypatch.setattr(search, "_LOOKED_AT_FIRST", 2)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(bodies=st.lists(texts, min_size=1, max_size=8), tidied=st.integers(0, 8), query=texts)
def test_trigrams_and_looking_find_the_same(
    tmp_path_factory: pytest.TempPathFactory, bodies: list[str], tidied: int, query: str
) -> None:
    history = History()
    for body in bodies:
        history.add(accepted("builder", "hub", topic="x", body=f".{body}"))
    index = Index.in_memory(tmp_path_factory.mktemp("journal"))
    index.project(history.entries[:tidied])
    index.tidy(60)
    index.project(history.entries[tidied:])
    plain = Index.in_memory(tmp_path_factory.mktemp("journal"))
    plain.project(history.entries)
    parsed = parse_query(query)
    assert search.matching_heights(index.connection, parsed, HERE) == search.matching_heights(
        plain.connection, parsed, HERE
    )
    index.close()
    plain.close()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.text(max_size=40) | texts)
def test_any_text_is_answered(tmp_path_factory: pytest.TempPathFactory, query: str) -> None:
    history = History()
    history.add(accepted("builder", "hub"))
    index = Index.in_memory(tmp_path_factory.mktemp("journal"))
    index.project(history.entries)
    index.tidy(60)
    parsed = parse_query(query)
    found = search.matching_heights(index.connection, parsed, HERE)
    assert len(found) == search.count(index.connection, parsed, HERE)
    index.close()
