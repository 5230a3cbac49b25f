"""The journal's table: Qt's contract, pages read when they are looked at, a small memory, new lines on top."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mailbox_gui.window.models.journal_row import JournalRow
from mailbox_gui.window.models.journal_table import JOURNAL_ROLE, PAGE, PAGES, JournalTableModel

STRICT = QAbstractItemModelTester.FailureReportingMode.Fatal


def line(height: int) -> JournalRow:
    return JournalRow(height, f"id-{height}", str(height), "1 Nov 10:00:00", "accepted", "builder", "hub", "note",
                      f"topic {height}", "", "text", "", signed=False)  # fmt: skip


class Pages:
    """Answers what the model asks for when it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, tuple[int, ...]]] = []
        self.model = JournalTableModel(lambda page, heights: self.asked.append((page, tuple(heights))))

    def answer(self) -> None:
        asked, self.asked = self.asked, []
        for page, heights in asked:
            self.model.page_arrived(page, [line(height) for height in heights])


@pytest.fixture
def pages(qapp: QApplication) -> Pages:
    return Pages()


def settled(qtbot: QtBot, pages: Pages, wanted: Callable[[], Sequence[object]]) -> None:
    qtbot.waitUntil(lambda: bool(wanted()), timeout=5000)


def test_it_keeps_the_contract_of_models(pages: Pages, qtbot: QtBot) -> None:
    tester = QAbstractItemModelTester(pages.model, STRICT)
    pages.model.start(range(1000, 0, -1))
    pages.model.prepend([1003, 1002, 1001])
    pages.model.extend([])
    settled(qtbot, pages, lambda: pages.asked)
    pages.answer()
    pages.model.start([])
    tester.deleteLater()


def test_a_page_is_read_when_a_row_of_it_is_looked_at(pages: Pages, qtbot: QtBot) -> None:
    pages.model.start(range(1_000_000, 0, -1))
    index = pages.model.index(500_000, 0)
    assert index.data(JOURNAL_ROLE) is None
    settled(qtbot, pages, lambda: pages.asked)
    assert len(pages.asked) == 1
    page, heights = pages.asked[0]
    assert page == 500_000 // PAGE
    assert len(heights) == PAGE
    pages.answer()
    assert index.data(JOURNAL_ROLE) == line(500_000)


def test_no_more_than_some_pages_are_kept(pages: Pages, qtbot: QtBot) -> None:
    pages.model.start(range(100_000, 0, -1))
    for page in range(PAGES + 30):
        pages.model.line(page * PAGE)
        settled(qtbot, pages, lambda: pages.asked)
        pages.answer()
    assert len(pages.model._pages) == PAGES


def test_a_fast_scroll_asks_only_for_where_it_ended(pages: Pages, qtbot: QtBot) -> None:
    pages.model.start(range(100_000, 0, -1))
    for page in range(100):
        pages.model.line(page * PAGE)
    settled(qtbot, pages, lambda: pages.asked)
    assert [page for page, _ in pages.asked] == [99, 98, 97, 96]


def test_lines_on_top_leave_pages_where_they_are(pages: Pages, qtbot: QtBot) -> None:
    pages.model.start(range(1000, 0, -1))
    pages.model.line(0)
    settled(qtbot, pages, lambda: pages.asked)
    pages.answer()
    pages.model.prepend([1002, 1001])
    assert pages.model.height(0) == 1002
    assert pages.model.line(2) == line(1000), "the old rows are still known"
    assert pages.model.line(0) is None, "the new ones are read"
    settled(qtbot, pages, lambda: pages.asked)
    pages.answer()
    assert pages.model.line(0) == line(1002)
    assert pages.model.row_of(1000) == 2


def test_a_page_that_could_not_be_read_is_asked_for_again(pages: Pages, qtbot: QtBot) -> None:
    pages.model.start(range(10, 0, -1))
    pages.model.line(0)
    settled(qtbot, pages, lambda: pages.asked)
    pages.asked.clear()
    pages.model.page_failed(0)
    pages.model.line(0)
    settled(qtbot, pages, lambda: pages.asked)
