"""Keys on both layouts."""

from __future__ import annotations

import pytest

from mailbox_gui.window.panes.commands import key_forms


@pytest.mark.parametrize(
    ("keys", "forms"),
    [
        ("A", ("A", "Ф")), ("D", ("D", "В")), ("Q", ("Q", "Й")), ("U", ("U", "Г")), ("J", ("J", "О")),
        ("K", ("K", "Л")), ("N", ("N", "Т")), ("T", ("T", "Е")), ("Y", ("Y", "Н")), ("E", ("E", "У")),
        ("/", ("/", ".")), ("G, Q", ("G, Q", "П, Й")), ("G, 1", ("G, 1", "П, 1")), ("Ctrl+Z", ("Ctrl+Z",)),
        ("F6", ("F6",)),
    ],
)  # fmt: skip
def test_the_letter_on_the_same_key_of_a_russian_layout(keys: str, forms: tuple[str, ...]) -> None:
    assert key_forms(keys) == forms
