"""The window's frame: its forms by width, going from place to place, the relay's card, problems and notices."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from mailbox_gui.core.relay.state import Problem
from mailbox_gui.window.sidebar.sidebar import MIDDLE, RAIL, WIDE
from mailbox_gui.window.width_class import WidthClass, width_class
from tests.support.post_office import TestOffice
from tests.window.opened import OpenWindow


@pytest.mark.parametrize(
    ("width", "sidebar", "form"),
    [(1360, WIDE, WidthClass.WIDE), (1100, MIDDLE, WidthClass.MIDDLE), (960, RAIL, WidthClass.NARROW)],
)
def test_every_width_has_its_form(open_window: OpenWindow, width: int, sidebar: int, form: WidthClass) -> None:
    opened = open_window(relay=False)
    opened.window.resize(width, 640)
    opened.until(lambda: opened.window.sidebar.width() == sidebar)
    assert width_class(width) is form
    for key in ("queue", "debts", "inbox", "journal", "rules", "agent:builder"):
        opened.go(key)
        pane = opened.window.pane
        assert pane is not None
        QApplication.processEvents()
        assert pane.geometry().right() <= opened.window.width(), f"{key} is cut off at {width}"


def test_every_pane_fits_the_smallest_window(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="a topic that goes on and on " * 4, requires="owner", kind="request")
    opened = open_window()
    opened.window.resize(960, 600)
    for key in ("queue", "debts", "inbox", "journal", "rules", "agent:builder"):
        opened.go(key)
        QApplication.processEvents()
        assert (opened.window.width(), opened.window.height()) == (960, 600), key


def test_the_keyboard_goes_everywhere(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    opened.until(lambda: len(opened.window._overview.agents) == 4)
    opened.window.go_to("queue")
    for keys, place in (("gj", "journal"), ("gi", "inbox"), ("gq", "queue"), ("g2", "agent:builder")):
        QTest.keyClicks(QApplication.focusWidget() or opened.window, keys)
        assert opened.window.place == place


def test_the_sidebar_leads_to_an_agent(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    sidebar = opened.window.sidebar
    opened.until(lambda: sidebar.model.row_of("agent:researcher") >= 0)
    index = sidebar.model.index(sidebar.model.row_of("agent:researcher"))
    place = sidebar.view.visualRect(index).center()
    QTest.mouseClick(sidebar.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert opened.window.place == "agent:researcher"


def test_badges_are_spoken_with_their_meaning(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="deploy", requires="owner", kind="request")
    opened = open_window()
    model = opened.window.sidebar.model
    opened.until(lambda: opened.window._overview.waiting == 1)
    index = model.index(model.row_of("queue"))
    assert index.data(int(Qt.ItemDataRole.AccessibleTextRole)) == "Queue, 1 waiting for you"


def test_stop_and_start_by_the_card(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window()
    card = opened.window.sidebar.relay
    QTest.mouseClick(card._toggle, Qt.MouseButton.LeftButton)
    opened.until(lambda: opened.program.relay.view.title == "Relay stopped")
    draft = office.drop(topic="while it stood still")
    QTest.mouseClick(card._toggle, Qt.MouseButton.LeftButton)
    opened.running()
    opened.until(lambda: f"{draft.id}.md" in office.files("hub", "inbox"))


def test_a_start_while_it_is_still_stopping_is_not_lost(open_window: OpenWindow) -> None:
    opened = open_window()
    opened.program.relay.stop()
    opened.program.relay.start()
    opened.until(lambda: opened.program.relay.view.state.phase in ("starting", "running"))
    opened.running()
    opened.program.relay.stop()
    opened.program.relay.start()
    opened.program.relay.stop()
    opened.until(lambda: not opened.program.relay.mine)


def test_problems_come_and_go(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    bar = opened.window.problems
    bar.show_problems([Problem("disk-full", "/x", "/x: the disk is full", "free some space")])
    assert bar.isVisible()
    assert "The disk is full" in bar._banners[0].accessibleName() or "disk is full" in bar._banners[0].accessibleName()
    bar.show_problems([Problem("a", str(number), f"problem {number}") for number in range(5)])
    assert [banner.isVisible() for banner in bar._banners] == [True, True, True]
    assert "and 2 more" in bar._banners[2].accessibleName()
    bar.show_problems([])
    assert not bar.isVisible()


def test_a_notice_may_come_from_any_thread(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    thread = threading.Thread(target=lambda: opened.window.say("from elsewhere"))
    thread.start()
    thread.join()
    opened.until(opened.window._notice.isVisible)


def test_f6_goes_through_the_parts(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    opened.window.sidebar.view.setFocus()
    QTest.keyClick(opened.window.sidebar.view, Qt.Key.Key_F6)
    assert opened.window.toolbar.search.hasFocus()
    QTest.keyClick(opened.window.toolbar.search, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert opened.window.sidebar.view.hasFocus()


def test_every_button_has_a_name(open_window: OpenWindow, office: TestOffice) -> None:


    office.drop(topic="deploy", requires="owner", kind="request")
    opened = open_window()
    for key in ("queue", "debts", "inbox", "journal", "rules", "agent:builder"):
        opened.go(key)
    nameless = [
        button
        for button in opened.window.findChildren(QAbstractButton)
        if not button.accessibleName() and not button.text() and button.objectName() != "qt_toolbar_ext_button"
        and type(button).__module__.startswith("mailbox_gui")
    ]
    assert nameless == []


@pytest.mark.parametrize("by_key", [False, True])
def test_the_small_window_stops_and_starts_the_relay_from_its_icon(open_window: OpenWindow, by_key: bool) -> None:
    opened = open_window()
    window, sidebar = opened.window, opened.window.sidebar
    window.resize(960, 600)
    opened.until(lambda: sidebar.width() == RAIL)
    if by_key:
        sidebar.relay.setFocus()
        QTest.keyClick(sidebar.relay, Qt.Key.Key_Return)
    else:
        QTest.mouseClick(sidebar.relay, Qt.MouseButton.LeftButton)
    popover = sidebar.popover
    assert popover.isVisible()
    words = popover.card.accessibleName()
    assert "Relay running" in words
    assert "since" in words
    assert "sweep" in words
    assert window.rect().contains(popover.geometry()), "it lies inside the window"
    toggle, sweep = popover.buttons
    assert (toggle.text(), sweep.text()) == ("Stop relay", "Sweep now")
    QTest.mouseClick(toggle, Qt.MouseButton.LeftButton)
    opened.until(lambda: opened.program.relay.view.title == "Relay stopped")
    assert toggle.text() == "Start relay"
    QTest.mouseClick(toggle, Qt.MouseButton.LeftButton)
    opened.running()
    opened.until(lambda: not sweep.isHidden())
    QTest.mouseClick(sweep, Qt.MouseButton.LeftButton)
    assert not popover.isVisible()


def test_esc_or_a_click_elsewhere_closes_the_relay_of_the_small_window(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    sidebar = opened.window.sidebar
    opened.window.resize(960, 600)
    opened.until(lambda: sidebar.width() == RAIL)
    QTest.mouseClick(sidebar.relay, Qt.MouseButton.LeftButton)
    assert sidebar.popover.isVisible()
    QTest.keyClick(QApplication.focusWidget() or opened.window, Qt.Key.Key_Escape)
    assert not sidebar.popover.isVisible()
    QTest.mouseClick(sidebar.relay, Qt.MouseButton.LeftButton)
    assert sidebar.popover.isVisible()
    QTest.mouseClick(sidebar.view.viewport(), Qt.MouseButton.LeftButton)
    assert not sidebar.popover.isVisible()


def test_the_tooltip_of_the_relay_icon_begins_inside_the_window(open_window: OpenWindow) -> None:
    opened = open_window()
    opened.window.resize(960, 600)
    card = opened.window.sidebar.relay
    opened.until(lambda: opened.window.sidebar.width() == RAIL)
    place = opened.window.mapFromGlobal(card.tip_place())
    assert opened.window.rect().contains(place)
    assert place.y() < card.mapTo(opened.window, card.rect().bottomLeft()).y() - 48, "there is room for its lines"


def test_a_stopped_relay_is_said_over_every_pane_and_at_the_next_start(open_window: OpenWindow) -> None:
    opened = open_window()
    notice = opened.window.relay_notice
    assert not notice.isVisible()
    QTest.mouseClick(opened.window.sidebar.relay._toggle, Qt.MouseButton.LeftButton)
    opened.until(notice.isVisible)
    assert "mail waits" in notice.banner.accessibleName()
    opened.window.close()
    again = open_window(relay=False)
    again.until(again.window.relay_notice.isVisible)
    QTest.mouseClick(again.window.relay_notice.start, Qt.MouseButton.LeftButton)
    again.running()
    again.until(lambda: not again.window.relay_notice.isVisible())


def test_a_query_does_not_stay_over_a_list_that_it_does_not_filter(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    search = opened.window.toolbar.search
    search.setFocus()
    QTest.keyClicks(search, "from:nobody")
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert opened.window.place == "journal:from:nobody"
    search.setFocus()
    opened.window.go_to("inbox")
    assert search.text() == ""


@pytest.mark.parametrize("in_a_field", [False, True])
def test_ctrl_q_closes_the_window(open_window: OpenWindow, in_a_field: bool) -> None:
    opened = open_window(relay=False)
    if in_a_field:
        opened.window.toolbar.search.setFocus()
    focused = QApplication.focusWidget() or opened.window
    QTest.keyClick(focused, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert not opened.window.isVisible()


def test_the_dot_of_an_agent_is_explained(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="hello")
    opened = open_window()
    model = opened.window.sidebar.model

    def tip(name: str) -> str:
        return str(model.index(model.row_of(f"agent:{name}")).data(int(Qt.ItemDataRole.ToolTipRole)))

    opened.until(lambda: model.row_of("agent:builder") >= 0)
    opened.until(lambda: "active: it has written within the last hour" in tip("builder"))
    assert "quiet: it has written nothing within the last hour" in tip("site")
