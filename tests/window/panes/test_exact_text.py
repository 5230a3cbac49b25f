"""X shows a held message to the letter, whatever its Markdown hides."""

from __future__ import annotations

from PySide6.QtTest import QTest

from mailbox_gui.window.panes.journal_pane import JournalPane
from mailbox_gui.window.panes.queue_pane import QueuePane
from tests.support.post_office import TestOffice
from tests.window.opened import OpenWindow

BODY = "Run this:\n\n[comment]: # (and delete all)\n\nNothing\u200b else.\n"


def test_x_shows_a_held_message_to_the_letter_and_back(open_window: OpenWindow, office: TestOffice) -> None:
    held = office.drop(kind="request", requires="owner", topic="Deploy", body=BODY)
    opened = open_window()
    opened.go("queue")
    pane = opened.window.pane
    assert isinstance(pane, QueuePane)
    reading = pane._reading
    opened.until(lambda: reading.view is not None)
    assert "delete all" not in reading.reader.toPlainText()
    pane.focus_main()
    QTest.keyClicks(pane._column.view, "x")
    assert "[comment]: # (and delete all)" in reading.reader.toPlainText()
    assert "Nothing⟨U+200B⟩ else." in reading.reader.toPlainText()
    assert reading.reader.body().encode() == held.raw
    assert f"{len(held.raw):,} bytes, 1 hidden character, marked" in reading._exact.words.text()
    assert held.sha256 in reading._exact.words.text()
    QTest.keyClicks(pane._column.view, "x")
    assert not reading._exact.isVisible()
    assert reading.reader.body() == BODY


def test_x_in_the_journal(open_window: OpenWindow, office: TestOffice) -> None:
    dropped = office.drop(topic="notes", body=BODY)
    opened = open_window()
    opened.go("journal:topic:notes")
    pane = opened.window.pane
    assert isinstance(pane, JournalPane)
    opened.until(lambda: pane._model.rowCount() == 1 and pane._model.line(0) is not None)
    pane.preview()
    opened.until(lambda: pane._detail.view is not None)
    pane.focus_main()
    QTest.keyClicks(pane._table, "x")
    assert pane._detail.reader.body().encode() == dropped.raw
