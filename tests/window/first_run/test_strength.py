"""The bars of a passphrase: more of it is never weaker, repetition fools nobody."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.window.first_run.strength import strength


@pytest.mark.parametrize(
    ("passphrase", "word"),
    [
        ("", ""),
        ("abc", "very weak"),
        ("aaaaaaaaaaaaaaaa", "very weak"),
        ("12345678", "very weak"),
        ("hunter2", "weak"),
        ("correct horse battery staple", "very strong"),
        ("верная лошадь батарейка скоба", "very strong"),
    ],
)
def test_in_words(passphrase: str, word: str) -> None:
    assert strength(passphrase).word == word


@given(st.text(max_size=60))
def test_there_are_five_bars_and_they_are_good_from_four_on(passphrase: str) -> None:
    found = strength(passphrase)
    assert 0 <= found.bars <= 5
    assert found.good is (found.bars >= 4)
    assert bool(found.word) is bool(passphrase)
