"""What a person calls the same has one form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.read_models.folding import fold, fold_term


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Deploy  HOOKS\nfor site", "deploy hooks for site"),
        ("Ёлка и ёж", "елка и еж"),
        ("Е\u0308лка", "елка"),
        ("Йод", "йод"),
        ("Straße", "strasse"),
        ("ＡＰＩ ２", "api 2"),
        ("東京都　渋谷", "東京都 渋谷"),
        ("Caf\u0065\u0301", "caf\u00e9"),
        ("pass\u200bword and soft\u00adhyphen", "password and softhyphen"),
        ("", ""),
        (" \t\n", ""),
    ],
)
def test_what_a_person_calls_the_same_has_one_form(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    once = fold(text)
    assert fold(fold(once)) == fold(once)


@pytest.mark.parametrize(("text", "term"), [(" the ", " the "), ("a\n b", "a b"), ("  ", ""), ("\u200b", "")])
def test_a_phrase_keeps_the_blanks_at_its_ends(text: str, term: str) -> None:
    assert fold_term(text) == term
