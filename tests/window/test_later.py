"""What the owner put off: out of sight until its time by the clock, remembered, and never more than that."""

from __future__ import annotations

from datetime import timedelta

from PySide6.QtCore import QPoint, QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.window.later import DELAYS, Later, tomorrow_morning
from mailbox_gui.window.models.list_items import DecidedItem, GroupItem, WaitingItem
from mailbox_gui.window.panes.queue_pane import QueuePane
from tests.support.clock import SetClock
from tests.support.post_office import TestOffice
from tests.window.opened import Opened, OpenWindow


def pane_of(opened: Opened) -> QueuePane:
    pane = opened.window.pane
    assert isinstance(pane, QueuePane)
    return pane


def waiting(opened: Opened) -> list[str]:
    items = pane_of(opened)._column.model.items()
    return [item.row.topic for item in items if isinstance(item, WaitingItem)]


def open_two(open_window: OpenWindow, office: TestOffice) -> Opened:
    for topic in ("deploy", "restart"):
        office.drop(topic=topic, requires="owner", kind="request")
    opened = open_window()
    opened.until(lambda: len(waiting(opened)) == 2)
    opened.until(lambda: (view := pane_of(opened)._reading.view) is not None and view.row.topic == waiting(opened)[0])
    return opened


def choose_later(opened: Opened, letter: str) -> None:
    """Choose from the menu of the message under the cursor what has this letter."""
    row = pane_of(opened)._column.view.current_row()
    assert row is not None
    menu = pane_of(opened).later_menu(row.key)
    next(action for action in menu.actions() if f"&{letter}" in action.text()).trigger()


def test_l_and_a_time_take_a_message_out_of_sight_and_it_comes_back_by_the_clock(
    open_window: OpenWindow, office: TestOffice, clock: SetClock
) -> None:
    opened = open_two(open_window, office)
    first, second = waiting(opened)
    assert "L" in opened.window._shortcuts._runs
    choose_later(opened, "1")
    opened.until(lambda: waiting(opened) == [second])
    assert pane_of(opened)._column.count.text() == "1 waiting for you"
    assert opened.window.windowTitle().startswith("(1)")
    assert GroupItem("Later", 1, False) in pane_of(opened)._column.model.items()
    assert office.files("owner", "outbox") == [], "nothing is signed or written"
    clock.now += timedelta(minutes=61)
    opened.window._on_tick()
    assert waiting(opened) == [first, second]


def test_u_takes_the_last_one_back(open_window: OpenWindow, office: TestOffice, clock: SetClock) -> None:
    opened = open_two(open_window, office)
    first = waiting(opened)
    row = pane_of(opened)._column.view.current_row()
    assert row is not None
    pane_of(opened).put_off(row.key, clock.now + timedelta(hours=1))
    assert len(waiting(opened)) == 1
    QTest.keyClicks(QApplication.focusWidget() or opened.window, "u")
    assert waiting(opened) == first


def test_what_was_put_off_can_be_looked_at_and_decided(
    open_window: OpenWindow, office: TestOffice, clock: SetClock
) -> None:
    opened = open_two(open_window, office)
    pane = pane_of(opened)
    row = pane._column.view.current_row()
    assert row is not None
    pane.put_off(row.key, clock.now + timedelta(hours=1))
    pane._on_group("Later")
    items = [item for item in pane._column.model.items() if isinstance(item, DecidedItem)]
    assert [item.row.key for item in items] == [row.key]
    assert items[0].when in ("in 1 h", "in 59 min")
    pane._column.view.choose(row.key)
    opened.until(lambda: pane._decidable() and pane._bar.approve.isEnabled())
    choose_later(opened, "B")
    opened.until(lambda: len(waiting(opened)) == 2)


def test_it_is_remembered_until_its_time(open_window: OpenWindow, office: TestOffice, clock: SetClock) -> None:
    opened = open_two(open_window, office)
    row = pane_of(opened)._column.view.current_row()
    assert row is not None
    pane_of(opened).put_off(row.key, clock.now + timedelta(hours=4))
    opened.window.close()
    again = open_window(relay=False)
    again.until(lambda: len(waiting(again)) == 1)


def test_the_offered_times() -> None:
    clock = SetClock()
    one, four, morning = (delay.until(clock.now) for delay in DELAYS)
    assert (one - clock.now, four - clock.now) == (timedelta(hours=1), timedelta(hours=4))
    assert morning == tomorrow_morning(clock.now)
    assert morning.astimezone().hour == 9
    assert morning.astimezone().date() == clock.now.astimezone().date() + timedelta(days=1)


def test_what_was_decided_elsewhere_is_forgotten() -> None:
    clock = SetClock()
    later = Later(clock, {"a": clock.now + timedelta(hours=1), "b": clock.now + timedelta(hours=1)})
    later.forget_others({"b", "c"})
    assert set(later.every()) == {"b"}
    assert not later.take_back("a")


def test_u_takes_back_what_was_done_last_and_the_toast_its_own(
    open_window: OpenWindow, office: TestOffice, clock: SetClock
) -> None:
    opened = open_two(open_window, office)
    pane = pane_of(opened)
    first, second = waiting(opened)
    QTest.keyClicks(QApplication.focusWidget() or opened.window, "a")
    opened.until(lambda: waiting(opened) == [second])
    row = pane._column.view.current_row()
    assert row is not None
    for _ in range(2):
        pane.put_off(row.key, clock.now + timedelta(hours=1))
        assert waiting(opened) == []
        QTest.keyClicks(QApplication.focusWidget() or opened.window, "u")
        assert waiting(opened) == [second], "the decision stands"
    pane.put_off(row.key, clock.now + timedelta(hours=1))
    pane._toast.undone.emit()
    assert waiting(opened) == [first], "the link undoes what its words say"


def test_what_is_said_lies_over_no_button_that_decides(
    open_window: OpenWindow, office: TestOffice, clock: SetClock
) -> None:
    opened = open_two(open_window, office)
    row = pane_of(opened)._column.view.current_row()
    assert row is not None
    pane_of(opened).put_off(row.key, clock.now + timedelta(hours=1))
    notice, bar = opened.window._notice, pane_of(opened)._bar
    opened.until(notice.isVisible)
    top = bar.mapTo(opened.window, QPoint(0, 0))
    assert not notice.geometry().intersects(QRect(top, bar.size()))
