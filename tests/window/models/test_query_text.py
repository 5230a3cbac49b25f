"""The query as chips: taken apart and put together without losing anything."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.query import parse_query
from mailbox_gui.window.models.query_text import (
    chip_face,
    chip_words,
    free_words,
    pieces,
    with_piece,
    with_range,
    with_verdict,
    without,
)


def test_pieces_keep_quotes_together() -> None:
    text = 'from:builder topic:"two words" -kind:note "a phrase" deploy'
    assert pieces(text) == ["from:builder", 'topic:"two words"', "-kind:note", '"a phrase"', "deploy"]
    assert without(text, 1) == 'from:builder -kind:note "a phrase" deploy'
    assert free_words(text) == ("two words", "a phrase", "deploy")


@pytest.mark.parametrize(
    ("piece", "words"),
    [("from:builder", "from builder"), ("-kind:note", "not kind note"), ('"a b"', "a b"), ("POL-358", "POL-358"),
     ("http://x", "http://x"), ("-", "-"), ('"', '"'), ("after:2026-11-01", "after 2026-11-01"),
     ("verdict:held", "held")],
)  # fmt: skip
def test_words_of_a_chip(piece: str, words: str) -> None:
    assert chip_words(piece)[0] == words


@given(st.text(max_size=60))
def test_any_text_is_taken_apart_and_means_the_same_together(text: str) -> None:
    assert parse_query(" ".join(pieces(text))) == parse_query(text)
    for place in range(len(pieces(text))):
        without(text, place)


def test_a_range_takes_the_place_of_the_one_before() -> None:
    assert with_range("from:a after:1d pears", "2026-11-01", "2026-11-05") == (
        "from:a after:2026-11-01 before:2026-11-05 pears"
    )
    assert with_range("from:a before:1d pears", "", "") == "from:a pears"
    assert with_range("pears", "1h", "") == "pears after:1h"


def test_a_verdict_is_chosen_alone_and_given_up_again() -> None:
    assert with_verdict("from:a", "held") == "from:a verdict:held"
    assert with_verdict("verdict:held pears -verdict:rejected", "accepted") == "verdict:accepted pears"
    assert with_verdict("from:a verdict:held", "held") == "from:a"
    assert with_piece("from:a", "from:a") == "from:a"
    assert with_piece("", "kind:note") == "kind:note"


def test_a_chip_shows_whom_and_which_day() -> None:
    now = datetime(2026, 12, 1, 12, tzinfo=UTC)
    assert chip_face("from:builder").person == "builder"
    assert chip_face("after:2026-11-01", now).words == "after 1 Nov 2026"
    assert chip_face("-after:2025-11-01", now).words == "not after 1 Nov 2025"
    assert chip_face("after:2h", now).words == "after 2h"
    assert chip_face("verdict:nonsense", now).icon == "funnel-simple"
