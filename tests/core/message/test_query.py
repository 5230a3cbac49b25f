"""The language of the search field: every text has a meaning, and it is the one a person expects."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.query import (
    FIELDS,
    MOST_TERMS,
    FieldIs,
    PointInTime,
    Query,
    State,
    Term,
    When,
    Words,
    parse_query,
)

NOW = datetime(2026, 11, 30, 1, 30, tzinfo=timezone(timedelta(hours=3)))


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("", []),
        ("   \n\t", []),
        ("build", [Words("build")]),
        ("two words", [Words("two"), Words("words")]),
        ('"two words"', [Words("two words")]),
        ('"unfinished phrase', [Words("unfinished phrase")]),
        ('" padded "', [Words("padded")]),
        ('""', []),
        ('"  "', []),
        ('"', [Words('"')]),
        ("*", [Words("*")]),
        ("NEAR", [Words("NEAR")]),
        ("a AND b OR NOT c", [Words(word) for word in ("a", "AND", "b", "OR", "NOT", "c")]),
        ("POL-358", [Words("POL-358")]),
        ("(a", [Words("(a")]),
        ("it's", [Words("it's")]),
        ('5"disk', [Words('5"disk')]),
        ("Привет 世界 ё", [Words("Привет"), Words("世界"), Words("ё")]),
        ("-build", [Words("build", negated=True)]),
        ('-"two words"', [Words("two words", negated=True)]),
        ("-", [Words("-")]),
        ("- a", [Words("-"), Words("a")]),
        ("--once", [Words("--once")]),
        ("---", [Words("---")]),
        *((f"{field}:value", [FieldIs(field, "value")]) for field in FIELDS),
        ("from:a to:b", [FieldIs("from", "a"), FieldIs("to", "b")]),
        ("-kind:note", [FieldIs("kind", "note", negated=True)]),
        ("FROM:A", [FieldIs("from", "A")]),
        ('topic:"night build"', [FieldIs("topic", "night build")]),
        ('-topic:"night build" x', [FieldIs("topic", "night build", negated=True), Words("x")]),
        ('topic:"unfinished', [FieldIs("topic", "unfinished")]),
        ("topic:Re:build", [FieldIs("topic", "Re:build")]),
        ("from:", [Words("from:")]),
        ("from: a", [Words("from:"), Words("a")]),
        ('from:""', [Words('from:""')]),
        ("foo:bar", [Words("foo:bar")]),
        ('foo:"b c"', [Words('foo:"b c"')]),
        ("-foo:bar", [Words("foo:bar", negated=True)]),
        ("https://example.org/x", [Words("https://example.org/x")]),
        (":x", [Words(":x")]),
        ("is:unread", [State("unread")]),
        ("IS:Owed", [State("owed")]),
        ("-is:unread", [State("unread", negated=True)]),
        ("is:read", [Words("is:read")]),
        ("before:2026-11-01", [When("before", PointInTime(day=(2026, 11, 1)))]),
        ("after:2026-1-2", [When("after", PointInTime(day=(2026, 1, 2)))]),
        ("after:2026-11", [When("after", PointInTime(day=(2026, 11, 1)))]),
        ("after:today", [When("after", PointInTime(days_ago=0))]),
        ("before:Yesterday", [When("before", PointInTime(days_ago=1))]),
        ("after:7d", [When("after", PointInTime(ago=timedelta(days=7)))]),
        ("after:12h", [When("after", PointInTime(ago=timedelta(hours=12)))]),
        ("-after:2w", [When("after", PointInTime(ago=timedelta(weeks=2)), negated=True)]),
        (
            "after:2026-11-01T10:00:00+03:00",
            [When("after", PointInTime(moment=datetime(2026, 11, 1, 7, tzinfo=UTC)))],
        ),
        ('before:"2026-11-01"', [When("before", PointInTime(day=(2026, 11, 1)))]),
        ("before:2026-02-30", [Words("before:2026-02-30")]),
        ("after:0000-01-01", [Words("after:0000-01-01")]),
        ("after:soon", [Words("after:soon")]),
        ("after:", [Words("after:")]),
        ("caf\udce9", [Words("caf\ufffd")]),
    ],
)
def test_what_a_text_asks_for(text: str, terms: list[Term]) -> None:
    assert parse_query(text) == Query(tuple(terms))


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-01", "2026-11-01T00:00:00+03:00"),
        ("today", "2026-11-30T00:00:00+03:00"),
        ("yesterday", "2026-11-29T00:00:00+03:00"),
        ("7d", "2026-11-23T01:30:00+03:00"),
        ("2h", "2026-11-29T23:30:00+03:00"),
        ("2026-11-01T10:00:00Z", "2026-11-01T10:00:00+00:00"),
        ("9999-12-31", "9999-12-31T00:00:00+03:00"),
    ],
)
def test_days_begin_at_midnight_where_the_person_is(text: str, moment: str) -> None:
    (term,) = parse_query(f"after:{text}").terms
    assert isinstance(term, When)
    assert term.point.at(NOW).isoformat() == moment


def test_a_page_pasted_in_is_cut_and_says_so() -> None:
    query = parse_query("word " * 5_000)
    assert (len(query.terms), query.cut) == (MOST_TERMS, True)
    assert not parse_query("word " * MOST_TERMS).cut


@given(st.text(alphabet=st.characters(), max_size=80))
def test_any_text_is_answered(text: str) -> None:
    for term in parse_query(text).terms:
        match term:
            case Words(text=words):
                assert words.strip()
                words.encode()
            case FieldIs(value=value):
                assert value.strip()
            case When(point=point):
                point.at(NOW)
            case State():
                pass


@given(st.lists(st.sampled_from(["from:", "-", '"', "after:", "99999w", "7d", "is:", "a", " ", ":", "2026-11", "*"])))
def test_any_mixture_of_its_parts_is_answered(parts: list[str]) -> None:
    for term in parse_query("".join(parts)).terms:
        if isinstance(term, When):
            assert term.point.at(NOW).tzinfo is not None


@given(st.lists(st.text(alphabet="abcё世0", min_size=1, max_size=6), max_size=10))
def test_no_plain_word_is_lost(words: list[str]) -> None:
    assert parse_query(" ".join(words)).terms == tuple(Words(word) for word in words)
