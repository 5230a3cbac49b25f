"""The query as chips: taken apart and put together without losing anything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.query import parse_query
from mailbox_gui.window.models.query_text import chip_words, free_words, pieces, without


def test_pieces_keep_quotes_together() -> None:
    text = 'from:builder topic:"two words" -kind:note "a phrase" deploy'
    assert pieces(text) == ["from:builder", 'topic:"two words"', "-kind:note", '"a phrase"', "deploy"]
    assert without(text, 1) == 'from:builder -kind:note "a phrase" deploy'
    assert free_words(text) == ("two words", "a phrase", "deploy")


@pytest.mark.parametrize(
    ("piece", "words"),
    [("from:builder", "from builder"), ("-kind:note", "not kind note"), ('"a b"', "a b"), ("POL-358", "POL-358"),
     ("http://x", "http://x"), ("-", "-"), ('"', '"'), ("after:2026-11-01", "after 2026-11-01"), ("verdict:held", "held")],
)  # fmt: skip
def test_words_of_a_chip(piece: str, words: str) -> None:
    assert chip_words(piece)[0] == words


@given(st.text(max_size=60))
def test_any_text_is_taken_apart_and_means_the_same_together(text: str) -> None:
    assert parse_query(" ".join(pieces(text))) == parse_query(text)
    for place in range(len(pieces(text))):
        without(text, place)
