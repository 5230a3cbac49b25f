"""Whatever cannot be seen, or is not what it looks like, has a mark in the exact text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.escape import visible
from mailbox_gui.window.models.exact_text import exact_text, hidden_count


@pytest.mark.parametrize(
    ("text", "shown", "hidden"),
    [
        ("plain\ntext", "plain\ntext", 0),
        ("a\u202eb", "a⟨U+202E⟩b", 1),
        ("a\u200bb\u200b", "a⟨U+200B⟩b⟨U+200B⟩", 2),
        ("a\u00a0b\u3000", "a⟨U+00A0⟩b⟨U+3000⟩", 2),
        ("a\r\nb\rc", "a␍\nb␍c", 1),
        ("a\tb", "a␉\tb", 0),
        ("end  \nnext ", "end··\nnext·", 0),
        ("\x1b[2J", "␛[2J", 1),
        ("Да, 日本語", "Да, 日本語", 0),
    ],
)
def test_marks(text: str, shown: str, hidden: int) -> None:
    assert exact_text(text) == shown
    assert hidden_count(text) == hidden


@given(st.text(max_size=80))
def test_nothing_hidden_is_left(text: str) -> None:
    shown = exact_text(text)
    assert visible(shown, keep_newlines=True) == shown
    assert hidden_count(shown) == 0
