"""The board of debts when the relay stands, when nothing can be read, and in a small window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.post_office import TestOffice
from tests.window.opened import OpenWindow
from tests.window.panes.test_debts_pane import column, open_board, pane_of


def test_a_stopped_relay_is_said_with_the_way_to_start_it(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_board(open_window, office)
    opened.program.relay.stop()
    head = pane_of(opened)._head
    opened.until(head.start.isVisible)
    assert head.counted.text().startswith("Last counted ")
    assert head.counted.text().endswith("; the relay is stopped")
    head.start.click()
    opened.running()
    opened.until(lambda: not head.start.isVisible())


def test_what_cannot_be_read_is_said(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_board(open_window, office)
    said: list[str] = []
    pane_of(opened).said.connect(said.append)
    pane_of(opened)._on_failed(OSError("the disk is gone"))
    assert said == ["The debts cannot be read: the disk is gone"]
    assert column(opened, "A").view.accessibleDescription() == "cannot be read"


@pytest.mark.parametrize(("width", "places"), [(1360, [0, 1, 2, 3]), (960, [0, 1, 0, 1])])
def test_a_small_window_has_two_columns_by_two(
    open_window: OpenWindow, office: TestOffice, width: int, places: list[int]
) -> None:
    opened, _ = open_board(open_window, office)
    opened.window.resize(width, 600)
    QApplication.processEvents()
    lefts = sorted({each.x() for each in pane_of(opened)._board.columns})
    assert [lefts.index(each.x()) for each in pane_of(opened)._board.columns] == places
    assert opened.window.width() == width
    assert pane_of(opened)._summary.isVisible() is (width > 1000)
