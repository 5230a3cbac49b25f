"""Hostile bodies in the reader: nothing is loaded, run, hidden or reordered, and nothing hangs."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from mailbox_gui.window.theme.theme import Appearance, Theme
from mailbox_gui.window.widgets.reader import PLAIN, Reader


@pytest.fixture
def reader(theme: Theme, qtbot: QtBot) -> Reader:
    made = Reader(theme)
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def text_of(reader: Reader, body: str) -> str:
    reader.show_body(body)
    reader.grab()
    return reader.toPlainText()


@pytest.mark.parametrize(
    "body",
    [
        "before <style>body{display:none}</style> after",
        "before <script>alert(1)</script> after",
        "before\n\n<div style='color:white'>hidden</div>\n\nafter",
        "before <!-- comment after",
        "before <a href='file:///etc/passwd'>x</a> after",
        "before &#60;b&#62; after",
    ],
)
def test_html_is_text_like_any_other(reader: Reader, body: str) -> None:
    shown = text_of(reader, body)
    assert "before" in shown
    assert "after" in shown
    for tag in ("<style>", "<script>", "<!--", "<div", "<a href"):
        assert (tag in body) == (tag in shown), "a tag is shown, not obeyed"


def test_a_picture_is_never_loaded_and_is_named(reader: Reader, tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    QImage(40, 40, QImage.Format.Format_RGB32).save(str(secret))
    shown = text_of(reader, f"![look]({secret.as_uri()}) and ![x](http://127.0.0.1:9/pixel.png)")
    assert "picture, not loaded" in shown
    assert "http://127.0.0.1:9/pixel.png" in shown


@pytest.mark.parametrize("kind", list(QTextDocument.ResourceType))
def test_no_resource_is_read(reader: Reader, kind: QTextDocument.ResourceType, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("read!")
    got = reader.loadResource(kind.value, QUrl.fromLocalFile(str(page)))
    assert isinstance(got, QImage)
    assert (got.width(), got.height()) == (1, 1)
    reader.setSource(QUrl.fromLocalFile(str(page)))
    assert "read!" not in reader.toPlainText()


@pytest.mark.parametrize(
    ("body", "mark"),
    [
        ("pay \u202e001\u202c EUR", "⟨U+202E⟩"),
        ("zero\u200bwidth", "⟨U+200B⟩"),
        ("escape \x1b[31mred", "␛"),
        ("isolate \u2066x\u2069", "⟨U+2066⟩"),
        ("bell \x07", "␇"),
    ],
)
def test_what_hides_is_made_visible(reader: Reader, body: str, mark: str) -> None:
    assert mark in text_of(reader, body)


@pytest.mark.parametrize(
    "body",
    [
        "> " * 8000,
        "* " * 8000,
        "[" * 16_000,
        "`" * 16_001,
        "*a **b " * 2000,
        "a" * 16_000,
        "| a " * 4000 + "\n" + "| - " * 4000,
        "\n".join("#" * (n % 7) + " x" for n in range(4000)),
        "![" * 8000,
        "1. " * 5000,
        "<" * 16_000,
        "".join(chr(0x300 + n % 100) for n in range(8000)),
        "\u0627\u0644" * 4000 + " mixed with left to right",
    ],
    ids=lambda body: ascii(body[:8]),
)
def test_no_body_of_16_kb_hangs_the_window(reader: Reader, body: str) -> None:
    # A hang is what the test run's time-out tells; beside it the text must be there.
    assert text_of(reader, body[:16_384]).strip()


@pytest.mark.parametrize("body", ["x\n\n" * 5400, "| a | b |\n|---|---|\n" + "| c | d |\n" * 1600, "1. " * 5000])
def test_what_would_take_long_to_lay_out_is_shown_to_the_letter(reader: Reader, body: str) -> None:
    first, _, rest = text_of(reader, body).partition("\n")
    assert first == PLAIN
    assert rest == body


def test_a_link_is_asked_about_and_not_followed(reader: Reader, qtbot: QtBot) -> None:
    reader.show_body("[your bank](https://example.org/evil)")
    reader.grab()
    asked: list[str] = []
    reader.link_asked.connect(asked.append)
    layout = reader.document().documentLayout()
    rect = layout.blockBoundingRect(reader.document().begin())
    y = rect.center().y()
    middle = next(QPoint(x, round(y)) for x in range(1, 200) if layout.anchorAt(QPointF(x, y)))
    QTest.mouseClick(reader.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert asked == ["https://example.org/evil"]
    assert "your bank" in reader.toPlainText()


def test_code_keeps_its_lines_and_its_letters(reader: Reader) -> None:
    shown = text_of(reader, "```\na -> b\n  indented\n```\n\nand `x -> y`")
    assert "a -> b" in shown
    assert "  indented" in shown
    assert "x -> y" in shown


def test_a_change_of_the_look_keeps_text_and_place(reader: Reader, theme: Theme) -> None:
    reader.show_body("\n\n".join(f"line {n}" for n in range(200)))
    reader.grab()
    reader.verticalScrollBar().setValue(400)
    theme.set_appearance(Appearance.DARK)
    theme.set_appearance(Appearance.LIGHT)
    assert reader.verticalScrollBar().value() == 400
    assert "line 199" in reader.toPlainText()
