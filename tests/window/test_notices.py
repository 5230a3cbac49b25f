"""One notice per held message, none for what is on the screen; banner, tray and title count them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from mailbox_gui.app import program as program_module
from mailbox_gui.core.relay.state import RelayState
from mailbox_gui.core.resources import resource_path
from mailbox_gui.window.models.relay_view import RelayView
from mailbox_gui.window.notices import MOST_AT_ONCE, Notices
from mailbox_gui.window.panes.queue_pane import QueuePane
from mailbox_gui.window.preferences import Closing
from mailbox_gui.window.tray import Tray, counted_icon
from tests.support.post_office import TestOffice
from tests.window.opened import OpenWindow

ONE = "A message waits for your decision"


@pytest.fixture
def desktop_tray(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A desktop with a tray; what it is told to show."""
    told: list[str] = []
    monkeypatch.setattr(program_module, "has_tray", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda _self, _title, words, _icon: told.append(words))
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda _self: None)
    return told


def told_of(*steps: tuple[set[str], bool, bool]) -> list[str]:
    told: list[str] = []
    notices = Notices(told.append)
    for held, looking, wanted in steps:
        notices.take(frozenset(held), looking=looking, wanted=wanted)
    return told


def test_what_waited_before_is_no_news() -> None:
    assert told_of(({"a", "b"}, False, True)) == []


def test_each_new_one_is_told_once() -> None:
    assert told_of((set(), False, True), ({"a"}, False, True), ({"a", "b"}, False, True)) == [ONE, ONE]
    assert told_of((set(), False, True), ({"a"}, False, True), (set(), False, True), ({"a"}, False, True)) == [ONE]


def test_none_for_what_is_on_the_screen_or_not_wanted() -> None:
    assert told_of((set(), True, True), ({"a"}, True, True), ({"a"}, False, True)) == []
    assert told_of((set(), False, True), ({"a"}, False, False), ({"a"}, False, True)) == []


def test_a_flood_is_one_sentence() -> None:
    many = {str(number) for number in range(MOST_AT_ONCE + 2)}
    assert told_of((set(), False, True), (many, False, True)) == [f"{len(many)} messages wait for your decision"]


def test_a_held_message_is_told_in_the_tray_and_over_the_pane(
    open_window: OpenWindow, office: TestOffice, desktop_tray: list[str]
) -> None:
    opened = open_window()
    opened.go("journal")
    office.drop(topic="the secret plan", requires="owner", kind="request")
    opened.until(lambda: opened.window._overview.waiting == 1)
    assert desktop_tray == [ONE]
    notice = opened.window.held_notice
    assert notice.isVisible()
    assert ONE in notice.banner.accessibleName()
    assert "secret plan" not in notice.banner.accessibleName()
    tray = opened.program.tray
    assert tray is not None
    assert tray.icon.toolTip() == f"Agent Mailbox: {ONE}"
    assert opened.window.windowTitle() == "(1) Agent Mailbox"
    QTest.mouseClick(notice.open, Qt.MouseButton.LeftButton)
    assert opened.window.place == "queue"
    assert not notice.isVisible()
    opened.go("journal")
    assert not notice.isVisible(), "it was seen"


def test_the_queue_in_front_says_it_by_itself(
    open_window: OpenWindow, office: TestOffice, desktop_tray: list[str]
) -> None:
    opened = open_window()
    opened.go("queue")
    opened.until(opened.window.isActiveWindow)
    office.drop(topic="deploy", requires="owner", kind="request")
    opened.until(lambda: opened.window._overview.waiting == 1)
    assert desktop_tray == []
    assert not opened.window.held_notice.isVisible()


@pytest.mark.qt_log_ignore("does not support raise")
def test_in_the_tray_the_window_is_away_and_comes_back(
    open_window: OpenWindow, office: TestOffice, desktop_tray: list[str]
) -> None:
    opened = open_window()
    opened.program.chosen.choose(closing=Closing.ASK)
    opened.window.close()
    question = opened.window.overlays.closing
    assert question.keep.text() == "Keep in the tray"
    QTest.mouseClick(question.keep, Qt.MouseButton.LeftButton)
    assert not opened.window.isVisible()
    assert opened.program.relay.mine
    office.drop(topic="deploy", requires="owner", kind="request")
    opened.until(lambda: desktop_tray == [ONE])
    tray = opened.program.tray
    assert tray is not None
    tray.open_action.trigger()
    assert opened.window.isVisible()
    assert opened.window.place == "queue"


@pytest.mark.qt_log_ignore("does not support raise")
def test_a_click_on_a_notice_opens_the_message(
    open_window: OpenWindow, office: TestOffice, desktop_tray: list[str]
) -> None:
    office.drop(topic="first", requires="owner", kind="request")
    opened = open_window()
    opened.until(lambda: opened.window._overview.waiting == 1)
    opened.go("journal")
    draft = office.drop("researcher", topic="second", requires="owner", kind="request")
    opened.until(lambda: desktop_tray == [ONE])
    tray = opened.program.tray
    assert tray is not None
    tray.icon.messageClicked.emit()
    pane = opened.window.pane
    assert isinstance(pane, QueuePane)
    opened.until(lambda: (row := pane._column.view.current_row()) is not None and row.key == draft.id)


def test_the_menu_of_the_tray_works_the_relay_and_quits(open_window: OpenWindow, desktop_tray: list[str]) -> None:
    opened = open_window()
    tray = opened.program.tray
    assert tray is not None
    assert tray.relay_action.text() == "Stop relay"
    tray.relay_action.trigger()
    opened.until(lambda: tray.relay_action.text() == "Start relay")
    tray.relay_action.trigger()
    opened.running()
    tray.quit_action.trigger()
    assert not opened.program.relay.mine
    assert desktop_tray == []


def test_a_click_on_the_icon_opens_and_the_right_button_does_not(qtbot: QtBot) -> None:
    tray = Tray(QIcon(str(resource_path("icons/agent-mailbox-64.png"))))
    opened: list[bool] = []
    tray.opened.connect(lambda: opened.append(True))
    tray.icon.activated.emit(QSystemTrayIcon.ActivationReason.Context)
    tray.icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    assert opened == [True]
    stopping = RelayView(RelayState("stopping"), "Stopping…", "x", "quiet", button="Stop relay", button_enabled=False)
    tray.show_relay(stopping)
    assert not tray.relay_action.isEnabled()
    tray.close()


@pytest.mark.parametrize("count", [1, 42, 1000])
def test_the_count_is_painted_on_the_icon(qtbot: QtBot, count: int) -> None:
    plain = QIcon(str(resource_path("icons/agent-mailbox-64.png")))
    assert counted_icon(plain, count).pixmap(32, 32).toImage() != counted_icon(plain, 0).pixmap(32, 32).toImage()
