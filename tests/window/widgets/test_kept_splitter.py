"""Where the owner drew a splitter is where it stands the next time, in a window of the same width class."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from mailbox_gui.window.kept_sizes import KeptSizes
from mailbox_gui.window.panes.list_column import WIDTHS
from mailbox_gui.window.panes.reading_pane import ReadingPane
from mailbox_gui.window.width_class import WidthClass
from tests.support.post_office import TestOffice
from tests.window.opened import Opened, OpenWindow


def list_width(opened: Opened) -> int:
    pane = opened.window.pane
    assert isinstance(pane, ReadingPane)
    return pane._splitter.sizes()[0]


def draw(opened: Opened, by: int) -> None:
    """Drag the handle between list and message."""
    pane = opened.window.pane
    assert isinstance(pane, ReadingPane)
    handle = pane._splitter.handle(1)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(0, 100))
    QTest.mouseMove(handle, QPoint(by, 100))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(by, 100))


def test_a_list_stays_as_wide_as_it_was_drawn(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window(relay=False)
    usual = list_width(opened)
    assert abs(usual - WIDTHS[WidthClass.WIDE]) <= 1
    draw(opened, 60)
    drawn = list_width(opened)
    assert drawn > usual + 40
    opened.go("inbox")
    assert list_width(opened) == usual, "each pane has its own"
    opened.go("queue")
    opened.window.close()
    again = open_window(relay=False)
    again.go("queue")
    # A screen of a test may be smaller than the window was.
    again.window.resize(1360, 860)
    again.until(lambda: list_width(again) == drawn)


def test_a_small_window_has_sizes_of_its_own(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window(relay=False)
    draw(opened, 60)
    drawn = list_width(opened)
    opened.window.resize(960, 600)
    opened.until(lambda: list_width(opened) < drawn)
    opened.window.resize(1360, 860)
    opened.until(lambda: list_width(opened) == drawn)


def test_what_is_kept_comes_back_as_it_was() -> None:
    kept = KeptSizes({"queue/wide": [300, 700]})
    kept.keep("agent/narrow", [200, 300])
    assert KeptSizes(kept.every()).every() == {"queue/wide": (300, 700), "agent/narrow": (200, 300)}
    assert kept.of("journal/wide") is None
