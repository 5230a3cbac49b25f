"""A trip through the window on a real X screen: keys, mouse, both looks, small and large, closed in order."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.core.journal.lock import holder
from mailbox_gui.window.models.list_items import WaitingItem
from mailbox_gui.window.panes.queue_pane import QueuePane
from mailbox_gui.window.theme.theme import Appearance, Theme
from tests.support.post_office import TestOffice
from tests.window.opened import Opened, OpenWindow

pytestmark = pytest.mark.xwindow


def waiting(pane: QueuePane) -> list[str]:
    return [item.row.topic for item in pane._column.model.items() if isinstance(item, WaitingItem)]


def press(opened: Opened, keys: str) -> None:
    QTest.keyClicks(QApplication.focusWidget() or opened.window, keys)


def test_a_day_of_the_owner(open_window: OpenWindow, office: TestOffice, theme: Theme) -> None:
    assert QGuiApplication.platformName() == "xcb"
    for topic in ("deploy", "restart", "upgrade"):
        office.drop(topic=topic, requires="owner", kind="request", body=f"# Please\n\n- {topic}\n\n`now`\n")
    opened = open_window(undo_ms=10)
    pane = opened.window.pane
    assert isinstance(pane, QueuePane)
    opened.until(lambda: len(waiting(pane)) == 3 and pane._reading.view is not None)

    press(opened, "a")
    opened.until(lambda: len(office.files("hub", "inbox")) == 1 and len(waiting(pane)) == 2)
    opened.until(lambda: pane._reading.view is not None and pane._reading.view.row.topic == waiting(pane)[0])

    QTest.mouseClick(pane._bar.decline, Qt.MouseButton.LeftButton)
    QTest.keyClicks(pane._bar.note, "not today")
    QTest.mouseClick(pane._bar.decline, Qt.MouseButton.LeftButton)
    opened.until(lambda: any(name.endswith(".reason") for name in office.files("builder", "rejected")))
    opened.until(lambda: len(waiting(pane)) == 1)

    for appearance in (Appearance.DARK, Appearance.LIGHT):
        theme.set_appearance(appearance)
        for size in ((960, 600), (1100, 700), (1360, 860)):
            opened.window.resize(*size)
            for keys, place in (
                ("gj", "journal"), ("gd", "debts"), ("gi", "inbox"), ("g2", "agent:builder"), ("gq", "queue"),
            ):  # fmt: skip
                press(opened, keys)
                opened.until(lambda: opened.window.place == place)  # noqa: B023 - waited for here
                opened.quiet()
                assert not opened.window.grab().isNull()

    QTest.mouseClick(opened.window.sidebar.relay._toggle, Qt.MouseButton.LeftButton)
    opened.until(lambda: opened.program.relay.view.title == "Relay stopped")
    opened.window.close()
    assert holder(office.root) is None
