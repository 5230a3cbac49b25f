"""The theme: style sheet without gaps, fonts as the design wants them, every icon that is named exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from PySide6.QtGui import QFontInfo, QFontMetricsF

from mailbox_gui.core.resources import resource_path
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.icons import KIND_ICONS, glyph
from mailbox_gui.window.theme.style_sheet import style_sheet
from mailbox_gui.window.theme.theme import Appearance, Theme
from mailbox_gui.window.theme.tokens import DARK, LIGHT
from tests.window.opened import OpenWindow

WINDOW = Path(__file__).resolve().parents[3] / "mailbox_gui" / "window"
_NAMED = re.compile(r"[a-z]+(?:-[a-z]+)+")


def test_the_style_sheet_has_no_gaps_in_either_look() -> None:
    template = resource_path("style/window.qss").read_text(encoding="utf-8")
    for tokens in (LIGHT, DARK):
        assert "$" not in style_sheet(template, tokens)
    with pytest.raises(KeyError):
        style_sheet("QLabel { color: $no_such_colour; }", LIGHT)


def test_both_families_come_from_our_own_files(theme: Theme) -> None:
    assert QFontInfo(fonts.sans()).family() == "Inter"
    assert QFontInfo(fonts.mono()).family() == "JetBrains Mono"
    files = {path.name for path in resource_path("fonts").iterdir()}
    assert {"Inter-Regular.otf", "JetBrainsMono-Regular.ttf"} <= files


def test_digits_have_one_width_and_an_arrow_stays_as_typed(theme: Theme) -> None:
    measure = QFontMetricsF(fonts.sans())
    assert measure.horizontalAdvance("1111") == pytest.approx(measure.horizontalAdvance("8888"))
    arrow, parts = measure.horizontalAdvance("->"), measure.horizontalAdvance("-") + measure.horizontalAdvance(">")
    assert arrow == pytest.approx(parts, abs=0.6)


def test_every_icon_of_a_kind_exists(theme: Theme) -> None:
    for name in KIND_ICONS.values():
        assert glyph(name)


def test_every_icon_named_in_the_window_exists(theme: Theme) -> None:
    """No other text of the window has the form of an icon's name: small letters joined by hyphens."""
    named = {
        (path.name, node.value)
        for path in WINDOW.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _NAMED.fullmatch(node.value)
    }
    assert len(named) > 40
    missing = []
    for file, name in sorted(named):
        try:
            glyph(name)
        except KeyError:
            missing.append((file, name))
    assert missing == []


def test_a_choice_overrules_the_system_and_is_told(theme: Theme) -> None:
    told: list[bool] = []
    theme.changed.connect(lambda: told.append(theme.tokens.dark))
    theme.set_appearance(Appearance.DARK)
    theme.set_appearance(Appearance.LIGHT)
    assert told == [True, False]
    assert theme.tokens is LIGHT


def test_a_change_of_theme_dresses_the_window_and_not_the_application(theme: Theme, open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    try:
        theme.set_appearance(Appearance.DARK)
        assert DARK.bg_surface in opened.window.styleSheet()
        assert theme._application.styleSheet() == "", "a sheet of the application's takes Qt ten times as long"
    finally:
        theme.set_appearance(Appearance.LIGHT)
    assert LIGHT.bg_surface in opened.window.styleSheet()
