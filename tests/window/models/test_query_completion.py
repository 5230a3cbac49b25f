"""What is offered while a query is typed, and the query with an offer taken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.window.models.query_completion import accepted, coloured, offers

NAMES = ("hub", "builder", "site")
KEPT = {"Red ones": "verdict:rejected"}


@pytest.mark.parametrize(
    ("text", "offered"),
    [("fr", ["from:"]), ("-fr", ["from:"]), ("from:bu", ["builder"]), ("from:", ["hub", "builder", "site", "owner"]),
     ("kind:es", ["escalation"]), ("verdict:re", ["rejected"]), ("is:", ["unread", "owed"]), ("from:builder", []),
     ('"fr', []), ("pears", []), ("hub from:si", ["site"]), ("red", ["verdict:rejected"]), ("check:sec", ["secrets"]),
     ("after:to", ["today"])],
)  # fmt: skip
def test_what_is_offered_at_the_end(text: str, offered: list[str]) -> None:
    found = [offer.text for offer in offers(text, len(text), NAMES, KEPT)]
    assert [each for each in found if each != "requires:"] == offered


def test_an_empty_field_offers_kept_searches_and_fields() -> None:
    found = offers("", 0, NAMES, KEPT)
    assert (found[0].text, found[0].hint, found[0].whole) == ("verdict:rejected", "Red ones", True)
    assert "from:" in [offer.text for offer in found]


@pytest.mark.parametrize(
    ("text", "cursor", "taken", "place"),
    [("fr", 2, "from:", 5), ("from:bu", 7, "from:builder ", 13), ("from:bu pears", 7, "from:builder pears", 13),
     ("-kind:no", 8, "-kind:note ", 11), ("red", 3, "verdict:rejected", 16)],
)  # fmt: skip
def test_an_offer_taken(text: str, cursor: int, taken: str, place: int) -> None:
    assert accepted(text, offers(text, cursor, NAMES, KEPT)[0]) == (taken, place)


@given(st.text(max_size=40), st.integers(0, 40))
def test_any_text_and_cursor_is_answered(text: str, cursor: int) -> None:
    cursor = min(cursor, len(text))
    for offer in offers(text, cursor, NAMES, KEPT):
        made, place = accepted(text, offer)
        assert 0 <= place <= len(made)
    for start, length in coloured(text):
        assert 0 <= start < start + length <= len(text)


def test_values_of_fields_have_a_colour() -> None:
    assert coloured('from:builder -kind:note "a b" http://x') == ((5, 7), (19, 4))
