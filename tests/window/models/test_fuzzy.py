"""The letters in order, best where words begin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.window.models.fuzzy import match

NAMES = ("Approve", "Go to Inbox", "Go to the page of researcher", "Ask back…", "Copy the id", "Go to Journal")


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("app", "Approve"),
        ("gi", "Go to Inbox"),
        ("research", "Go to the page of researcher"),
        ("JOUR", "Go to Journal"),
        ("ask", "Ask back…"),
        ("cid", "Copy the id"),
    ],
)
def test_what_is_meant_comes_first(query: str, first: str) -> None:
    found = {name: fit.score for name in NAMES if (fit := match(query, name)) is not None}
    assert max(found, key=found.__getitem__) == first


@pytest.mark.parametrize("query", ["evorppa", "approves", "zz"])
def test_letters_out_of_order_or_too_many_are_not_found(query: str) -> None:
    assert match(query, "Approve") is None


@given(st.text(max_size=40), st.text(max_size=8))
def test_the_places_spell_the_query(text: str, query: str) -> None:
    fit = match(query, text)
    if fit is not None:
        assert list(fit.places) == sorted(set(fit.places))
        letters = "".join(query.casefold().split())
        assert [text[place].casefold()[:1] for place in fit.places] == list(letters)
