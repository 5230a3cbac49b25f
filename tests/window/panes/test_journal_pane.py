"""The journal in the real window: all lines, a query, new lines as they come, the message under the table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.window.panes.journal_pane import JournalPane
from tests.support.post_office import TestOffice
from tests.window.opened import Opened, OpenWindow


def pane_of(opened: Opened) -> JournalPane:
    pane = opened.window.pane
    assert isinstance(pane, JournalPane)
    return pane


def topics(opened: Opened) -> list[str]:
    """The topics of the lines that are read, in order."""
    model = pane_of(opened)._model
    lines = [model.line(row) for row in range(model.rowCount())]
    return [line.topic for line in lines if line is not None and line.sender]


def open_journal(open_window: OpenWindow, office: TestOffice, place: str = "journal") -> Opened:
    office.drop(topic="deploy hooks", body="A body about pears.\n")
    office.drop(topic="nightly digest", to="site")
    office.drop("site", topic="weekly numbers", body="Ёлка и 东京.\n")
    opened = open_window()
    opened.until(lambda: JournalReader(office.office.journal).last_height() >= 5)
    opened.go(place)
    return opened


def test_every_line_is_there_and_the_chain_is_verified(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_journal(open_window, office)
    opened.until(lambda: sorted(topics(opened)) == ["deploy hooks", "nightly digest", "weekly numbers"])
    assert pane_of(opened)._model.rowCount() == JournalReader(office.office.journal).last_height()
    opened.until(lambda: "chain verified" in pane_of(opened)._head.chain.accessibleName())


def test_a_query_from_the_search_field(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_journal(open_window, office, "queue")
    QTest.keyClicks(QApplication.focusWidget() or opened.window, "/")
    search = opened.window.toolbar.search
    assert search.hasFocus()
    QTest.keyClicks(search, "from:builder pears")
    QTest.keyClick(search, Qt.Key.Key_Return)
    opened.until(lambda: opened.window.place == "journal:from:builder pears")
    opened.until(lambda: topics(opened) == ["deploy hooks"])
    chips = pane_of(opened)._chips
    assert [chip.text() for chip in chips._chips] == ["from builder", "pears"]
    QTest.mouseClick(chips._chips[1], Qt.MouseButton.LeftButton)
    opened.until(lambda: sorted(topics(opened)) == ["deploy hooks", "nightly digest"])
    assert search.text() == "from:builder"


def test_anything_typed_is_answered(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_journal(open_window, office)
    for text, found in (('"', 0), ("*", 0), ("NEAR", 0), ("елка", 1), ("东京", 1), ("POL-358", 0), ("kind:note", 3)):
        opened.go(f"journal:{text}")
        opened.until(lambda: len(topics(opened)) == found)  # noqa: B023 - waited for here
        if not found:
            assert "Nothing in the journal matches" in pane_of(opened)._empty.sentence.text()


def test_new_lines_come_on_top_without_moving_the_cursor(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_journal(open_window, office)
    opened.until(lambda: len(topics(opened)) == 3)
    table = pane_of(opened)._table
    table.selectRow(1)
    height = pane_of(opened)._model.height(1)
    office.drop(topic="one more")
    opened.until(lambda: "one more" in topics(opened))
    assert pane_of(opened)._model.height(table.currentIndex().row()) == height


def test_space_opens_the_message_below_and_esc_closes_it(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_journal(open_window, office, "journal:topic:hooks")
    opened.until(lambda: topics(opened) == ["deploy hooks"])
    pane = pane_of(opened)
    pane.focus_main()
    QTest.keyClick(pane._table, Qt.Key.Key_Space)
    opened.until(lambda: pane._detail.isVisible() and pane._detail.view is not None)
    assert pane._detail.reader.toPlainText() == "A body about pears."
    QTest.keyClick(pane._table, Qt.Key.Key_Escape)
    assert not pane._detail.isVisible()
    QTest.keyClick(pane._table, Qt.Key.Key_Escape)
    assert opened.window.place == "journal", "the second Esc drops the query"


def test_copying_the_id(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_journal(open_window, office, "journal:topic:hooks")
    opened.until(lambda: topics(opened) == ["deploy hooks"])
    pane_of(opened).focus_main()
    QTest.keyClicks(pane_of(opened)._table, "y")
    line = pane_of(opened)._model.line(0)
    assert line is not None
    assert QApplication.clipboard().text() == line.key


def test_a_broken_chain_is_said(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_journal(open_window, office)
    opened.until(lambda: "chain verified" in pane_of(opened)._head.chain.accessibleName())
    segment = next(office.office.journal.glob("*.jsonl"))
    segment.write_bytes(segment.read_bytes().replace(b"pears", b"plums"))
    pane_of(opened)._chain.verify()
    opened.until(lambda: "chain breaks at #" in pane_of(opened)._head.chain.accessibleName())
