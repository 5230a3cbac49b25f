"""What hides, reorders or drives a terminal is shown; what people write stays."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.escape import has_hidden, quoted, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("Привет, 世界 👋 ⚠️ é e\u0301", "Привет, 世界 👋 ⚠️ é e\u0301"),
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("a\0b\x07\x08", "a␀b␇␈"),
        ("a\nb\tc\r", "a␊b␉c␍"),
        ("\x7f\x85\x9b", "␡⟨U+0085⟩⟨U+009B⟩"),
        ("\u202egnp.exe", "⟨U+202E⟩gnp.exe"),
        ("\u2066a\u2069", "⟨U+2066⟩a⟨U+2069⟩"),
        ("\u200e\u200f\u061c", "⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩"),
        ("ad\u200bmin\ufeff\u2060\u00ad", "ad⟨U+200B⟩min⟨U+FEFF⟩⟨U+2060⟩⟨U+00AD⟩"),
        ("\u2028\u2029", "⟨U+2028⟩⟨U+2029⟩"),
        ("caf\udce9.md", "caf⟨0xE9⟩.md"),
        ("\ud800", "⟨U+D800⟩"),
        ("\U000e0041\U000e0100", "⟨U+E0041⟩⟨U+E0100⟩"),
        ("\u3164\uffa0\u115f", "⟨U+3164⟩⟨U+FFA0⟩⟨U+115F⟩"),
    ],
)
def test_shown_once(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert visible(shown) == shown
    assert has_hidden(text) is (text != shown)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb\tc", "a\nb\tc"),
        ("a\r\nb", "a\r\nb"),
        ("a\rb", "a␍b"),
        ("a\x0bb\x0c", "a␋b␌"),
        ("\x1b]0;title\x07\n", "␛]0;title␇\n"),
        ("a\u2028b\u202e\n", "a⟨U+2028⟩b⟨U+202E⟩\n"),
    ],
)
def test_lines_stay_lines(text: str, shown: str) -> None:
    assert visible(text, keep_newlines=True) == shown


@given(st.text(alphabet=st.characters(), max_size=50))
def test_nothing_hidden_is_left(text: str) -> None:
    shown = visible(text)
    assert not has_hidden(shown)
    assert not any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in shown)
    assert not any(unicodedata.bidirectional(character) in {"RLO", "LRO", "RLE", "LRE", "PDF"} for character in shown)
    shown.encode()


def test_every_format_character_is_shown() -> None:
    # Letters that Unicode files under Cf have a shape of their own: signs above Arabic and Kaithi numbers, hieroglyphs.
    left = {
        code
        for code in range(0x110000)
        if unicodedata.category(chr(code)) == "Cf" and visible(chr(code)) == chr(code)
    }
    assert all(
        code in range(0x600, 0x606) or code in (0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD)
        or code in range(0x13430, 0x13456)
        for code in left
    ), sorted(map(hex, left))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("taks", "`taks`"),
        ("a-b.c_d", "`a-b.c_d`"),
        ("тема", "`тема`"),
        ("", "a text of 0 characters"),
        ("a b", "a text of 3 characters"),
        ("u:p@h", "a text of 5 characters"),
        ("a" * 16, "a text of 16 characters"),
        ("a\u200b", "a text of 2 characters"),
        ("\x1b", "a text of 1 character"),
    ],
)
def test_only_short_plain_text_is_repeated(text: str, shown: str) -> None:
    assert quoted(text) == shown
