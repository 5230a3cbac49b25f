"""Contrast: every text and control colour is readable on the worst ground that it is used on."""

from __future__ import annotations

import pytest

from mailbox_gui.window.theme.hues import AGENT_HUES, HUB_HUE, OWNER_HUE, Hue
from mailbox_gui.window.theme.tokens import DARK, LIGHT, Tokens, contrast

GROUNDS = ("bg_surface", "bg_window", "bg_subtle", "bg_hover", "bg_selected", "bg_selected_idle")
TEXTS = ("text", "text_2", "text_3", "accent_text", "ok", "hold", "bad")


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("text", TEXTS)
def test_text_is_readable_on_every_ground(tokens: Tokens, text: str, ground: str) -> None:
    assert contrast(getattr(tokens, text), getattr(tokens, ground)) >= 4.5


PAIRS = [
    ("on_accent", "accent", 4.5), ("on_accent", "accent_hover", 4.5), ("accent_text", "accent_soft", 4.5),
    ("ok", "ok_soft", 4.5), ("hold", "hold_soft", 4.5), ("bad", "bad_soft", 4.5), ("toast_text", "toast_bg", 4.5),
    ("toast_link", "toast_bg", 4.5), ("mark_text", "mark", 4.5), ("text", "code_bg", 4.5),
    ("border_control", "bg_input", 3.0), ("focus", "bg_surface", 3.0), ("ok_mid", "bg_surface", 3.0),
    ("hold_mid", "bg_surface", 3.0), ("bad_mid", "bg_surface", 3.0),
]  # fmt: skip


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "back", "least"), PAIRS)
def test_pairs_have_their_contrast(tokens: Tokens, front: str, back: str, least: float) -> None:
    assert contrast(getattr(tokens, front), getattr(tokens, back)) >= least


@pytest.mark.parametrize("hue", [HUB_HUE, OWNER_HUE, *AGENT_HUES])
@pytest.mark.parametrize("dark", [False, True])
def test_avatar_letters_are_readable(hue: Hue, dark: bool) -> None:
    assert contrast(hue.letter(dark), hue.fill(dark)) >= 5.5


def test_the_formula_is_that_of_the_web_guidelines() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
