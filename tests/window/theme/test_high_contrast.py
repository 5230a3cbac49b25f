"""High contrast: every line is seen by itself, every word on every ground."""

from __future__ import annotations

import pytest

from mailbox_gui.window.theme.tokens import DARK, LIGHT, Tokens, contrast, strengthened

SCHEMES = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])


@SCHEMES
def test_lines_are_controls(tokens: Tokens) -> None:
    strong = strengthened(tokens)
    assert strong.strong
    assert not tokens.strong
    for line in (strong.border, strong.border_strong):
        assert contrast(line, strong.bg_surface) >= 3


@SCHEMES
def test_words_of_every_tone_stand_on_the_plain_surface(tokens: Tokens) -> None:
    strong = strengthened(tokens)
    for soft, ink in (
        (strong.ok_soft, strong.ok),
        (strong.hold_soft, strong.hold),
        (strong.bad_soft, strong.bad),
        (strong.accent_soft, strong.accent_text),
    ):
        assert soft == strong.bg_surface
        assert contrast(ink, soft) >= 4.5
    assert contrast(strong.text_3, strong.bg_surface) >= 6


@SCHEMES
def test_what_is_dark_stays_dark(tokens: Tokens) -> None:
    assert strengthened(tokens).dark is tokens.dark
    assert strengthened(strengthened(tokens)) == strengthened(tokens)
