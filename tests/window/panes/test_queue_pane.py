"""The owner's queue in the real window: what waits is shown, decided by keys, undone, and decided once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.core.journal.entry import DamagedLine
from mailbox_gui.window.models.list_items import DecidedItem, WaitingItem
from mailbox_gui.window.panes.queue_pane import QueuePane
from tests.support.post_office import Dropped, TestOffice
from tests.window.opened import Opened, OpenWindow


def drop_three(office: TestOffice) -> list[Dropped]:
    """Three requests that wait for the owner, the oldest first."""
    return [
        office.drop(topic=topic, requires="owner", kind="request", body=f"Please: {topic}.\n")
        for topic in ("deploy", "restart", "upgrade")
    ]


def pane_of(opened: Opened) -> QueuePane:
    pane = opened.window.pane
    assert isinstance(pane, QueuePane)
    return pane


def waiting(opened: Opened) -> list[str]:
    """The topics that wait, as listed."""
    items = pane_of(opened)._column.model.items()
    return [item.row.topic for item in items if isinstance(item, WaitingItem)]


def shown(opened: Opened) -> str:
    """The topic in the reader."""
    view = pane_of(opened)._reading.view
    return view.row.topic if view is not None else ""


def open_three(open_window: OpenWindow, office: TestOffice, **options: int) -> tuple[Opened, list[Dropped]]:
    dropped = drop_three(office)
    opened = open_window(**options)
    opened.until(lambda: len(waiting(opened)) == 3)
    opened.until(lambda: shown(opened) == waiting(opened)[0])
    return opened, dropped


def press(opened: Opened, key: str) -> None:
    """Press a key in the window, wherever the focus is."""
    QTest.keyClicks(QApplication.focusWidget() or opened.window, key)


def test_what_waits_is_listed_and_the_first_is_open(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_three(open_window, office)
    assert shown(opened) == waiting(opened)[0]
    assert pane_of(opened)._column.count.text() == "3 waiting for you"
    assert "3" in opened.window.windowTitle()


@pytest.mark.parametrize("key", ["a", "ф"])
def test_approve_by_key_delivers(open_window: OpenWindow, office: TestOffice, key: str) -> None:
    opened, dropped = open_three(open_window, office, undo_ms=10)
    chosen = next(each for each in dropped if each.topic == shown(opened))
    if key == "ф":
        # Qt has no key code for it that keyClicks could press: the shortcut is there all the same.
        assert "Ф" in opened.window._shortcuts._shortcuts
        opened.window._shortcuts._runs["Ф"]()
    else:
        press(opened, key)
    opened.until(lambda: f"{chosen.id}.md" in office.files("hub", "inbox"))
    opened.until(lambda: len(waiting(opened)) == 2)
    opened.until(lambda: any(isinstance(each, DecidedItem) for each in pane_of(opened)._column.model.items()))


def test_nothing_is_written_before_the_time_is_over_and_u_takes_it_back(
    open_window: OpenWindow, office: TestOffice
) -> None:
    opened, _ = open_three(open_window, office)
    first = shown(opened)
    press(opened, "a")
    opened.until(lambda: first not in waiting(opened))
    assert pane_of(opened)._toast.isVisible()
    assert office.files("owner", "outbox") == []
    press(opened, "u")
    opened.until(lambda: first in waiting(opened))
    assert shown(opened) == first or waiting(opened)
    assert not opened.program.decisions.pending()
    assert not pane_of(opened)._toast.isVisible()


def test_decline_asks_for_a_reason_first(open_window: OpenWindow, office: TestOffice) -> None:
    opened, dropped = open_three(open_window, office, undo_ms=10)
    chosen = next(each for each in dropped if each.topic == shown(opened))
    press(opened, "d")
    note = pane_of(opened)._bar.note
    assert note.hasFocus()
    QTest.keyClick(note, Qt.Key.Key_Return)
    assert len(waiting(opened)) == 3, "without a reason nothing is declined"
    QTest.keyClicks(note, "not today, dear")
    QTest.keyClick(note, Qt.Key.Key_Return)
    opened.until(lambda: chosen.file in office.files("builder", "rejected"))
    reason = (office.box("builder", "rejected") / f"{chosen.file}.reason").read_text()
    assert "not today, dear" in reason


def test_letters_in_the_note_are_text(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_three(open_window, office)
    press(opened, "n")
    note = pane_of(opened)._bar.note
    assert note.hasFocus()
    QTest.keyClicks(note, "aduq jk")
    assert note.text() == "aduq jk"
    assert len(waiting(opened)) == 3
    assert not opened.program.decisions.pending()


def test_ask_back_leaves_the_message_in_the_queue(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_three(open_window, office, undo_ms=10)
    press(opened, "q")
    note = pane_of(opened)._bar.note
    QTest.keyClicks(note, "Why now?")
    QTest.keyClick(note, Qt.Key.Key_Return)
    opened.until(lambda: len(office.files("builder", "inbox")) == 1)
    assert len(waiting(opened)) == 3


def test_keys_and_buttons_rest_after_the_message_changed_and_look_like_it(
    open_window: OpenWindow, office: TestOffice
) -> None:
    opened, _ = open_three(open_window, office, guard_ms=60_000)
    bar, rest = pane_of(opened)._bar, pane_of(opened)._rest
    buttons = (bar.approve, bar.decline, bar.ask)
    assert [button.isEnabled() for button in buttons] == [False] * 3
    press(opened, "a")
    bar.approve.click()
    press(opened, "d")
    assert bar.decline.text() == "Decline…", "nothing was begun"
    assert not opened.program.decisions.pending()
    assert len(waiting(opened)) == 3
    rest.end()
    assert [button.isEnabled() for button in buttons] == [True] * 3
    first = shown(opened)
    press(opened, "j")
    assert [button.isEnabled() for button in buttons] == [False] * 3
    opened.until(lambda: shown(opened) not in ("", first))
    rest.end()
    press(opened, "a")
    assert len(opened.program.decisions.pending()) == 1


def test_the_badge_and_the_head_of_the_list_count_the_same_while_it_can_be_undone(
    open_window: OpenWindow, office: TestOffice
) -> None:
    opened, _ = open_three(open_window, office)
    opened.until(lambda: opened.window._overview.waiting == 3)
    press(opened, "a")
    opened.until(lambda: pane_of(opened)._column.count.text() == "2 waiting for you")
    assert opened.window._overview.waiting == 2
    spoken = opened.window.sidebar.model.index(1).data(int(Qt.ItemDataRole.AccessibleTextRole))
    assert spoken == "Queue, 2 waiting for you"
    press(opened, "u")
    opened.until(lambda: pane_of(opened)._column.count.text() == "3 waiting for you")
    assert opened.window._overview.waiting == 3


def test_several_decisions_run_side_by_side_and_undo_takes_the_newest(
    open_window: OpenWindow, office: TestOffice
) -> None:
    opened, _ = open_three(open_window, office)
    first = shown(opened)
    press(opened, "a")
    opened.until(lambda: shown(opened) not in ("", first) and shown(opened) == waiting(opened)[0])
    second = shown(opened)
    press(opened, "a")
    opened.until(lambda: len(waiting(opened)) == 1)
    press(opened, "u")
    opened.until(lambda: second in waiting(opened))
    assert first not in waiting(opened)


def test_a_note_survives_moving_on_and_coming_back(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_three(open_window, office)
    first = shown(opened)
    bar = pane_of(opened)._bar
    bar.note.setText("half a thought")
    pane_of(opened).focus_main()
    press(opened, "j")
    opened.until(lambda: shown(opened) not in ("", first))
    assert bar.note.text() == ""
    press(opened, "k")
    opened.until(lambda: shown(opened) == first)
    assert bar.note.text() == "half a thought"


def test_a_message_changed_in_the_queue_is_flagged_and_cannot_be_approved(
    open_window: OpenWindow, office: TestOffice
) -> None:
    opened, dropped = open_three(open_window, office)
    chosen = next(each for each in dropped if each.topic == shown(opened))
    held = office.office.queue / f"{chosen.id}.md"
    held.write_bytes(held.read_bytes() + b"and everything else\n")
    opened.window.refresh()
    opened.until(lambda: not pane_of(opened)._bar.approve.isEnabled())
    press(opened, "a")
    assert not opened.program.decisions.pending()


def test_a_decision_made_elsewhere_takes_the_row_away(open_window: OpenWindow, office: TestOffice) -> None:
    opened, dropped = open_three(open_window, office)
    office.decide(dropped[0], "approve")
    opened.until(lambda: dropped[0].topic not in waiting(opened))
    opened.until(lambda: shown(opened) in waiting(opened))


def test_an_empty_queue_says_so(open_window: OpenWindow) -> None:
    opened = open_window()
    assert waiting(opened) == []
    assert "Nothing waits" in pane_of(opened)._reading._nothing.text()


def test_a_message_that_cannot_be_read_says_so_and_cannot_be_decided(
    open_window: OpenWindow, office: TestOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_given: object) -> None:
        raise DamagedLine("the line is not what it was", 7)

    monkeypatch.setattr("mailbox_gui.window.panes.reading_pane.message_view", damaged)
    office.drop(topic="deploy", requires="owner", kind="request")
    opened = open_window()
    opened.until(lambda: waiting(opened) == ["deploy"])
    nothing = pane_of(opened)._reading._nothing
    opened.until(lambda: "cannot be read" in nothing.text() and "the line is not what it was" in nothing.text())
    press(opened, "a")
    assert not opened.program.decisions.pending()


def test_a_reason_taken_back_is_no_note_of_an_approval(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_three(open_window, office)
    first, bar = shown(opened), pane_of(opened)._bar
    press(opened, "d")
    QTest.keyClicks(bar.note, "Not today")
    QTest.keyClick(bar.note, Qt.Key.Key_Return)
    opened.until(lambda: first not in waiting(opened))
    press(opened, "u")
    opened.until(lambda: shown(opened) == first)
    assert bar.note.text() == ""
    press(opened, "d")
    assert bar.note.text() == "Not today", "it stands again where it was written"
    QTest.keyClick(bar.note, Qt.Key.Key_Escape)
    press(opened, "a")
    assert [(each.verb, each.note) for each, _, _ in opened.program.decisions.pending()] == [("approve", "")]


@pytest.mark.parametrize(("key", "other"), [("q", "d"), ("d", "q")])
def test_what_was_given_up_is_kept_for_its_own_act(
    open_window: OpenWindow, office: TestOffice, key: str, other: str
) -> None:
    opened, _ = open_three(open_window, office)
    first, bar = shown(opened), pane_of(opened)._bar
    press(opened, "n")
    QTest.keyClicks(bar.note, "with care")
    QTest.keyClick(bar.note, Qt.Key.Key_Return)
    press(opened, key)
    assert bar.note.text() == "", "a note is no reason and no question"
    QTest.keyClicks(bar.note, "why not")
    QTest.keyClick(bar.note, Qt.Key.Key_Escape)
    assert bar.note.text() == "with care"
    press(opened, other)
    assert bar.note.text() == ""
    QTest.keyClick(bar.note, Qt.Key.Key_Escape)
    press(opened, "j")
    opened.until(lambda: shown(opened) not in ("", first))
    press(opened, "k")
    opened.until(lambda: shown(opened) == first)
    press(opened, key)
    assert bar.note.text() == "why not"
    QTest.keyClick(bar.note, Qt.Key.Key_Escape)
    press(opened, "a")
    assert [(each.verb, each.note) for each, _, _ in opened.program.decisions.pending()] == [("approve", "with care")]


def test_a_question_taken_back_while_its_message_is_open(open_window: OpenWindow, office: TestOffice) -> None:
    opened, _ = open_three(open_window, office)
    bar = pane_of(opened)._bar
    press(opened, "q")
    QTest.keyClicks(bar.note, "Why now?")
    QTest.keyClick(bar.note, Qt.Key.Key_Return)
    assert bar.note.text() == ""
    press(opened, "u")
    assert bar.note.text() == ""
    press(opened, "q")
    assert bar.note.text() == "Why now?"


def test_a_long_queue_is_counted_whole_and_read_on_from_both_ends(
    open_window: OpenWindow, office: TestOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailbox_gui.window.panes.queue_pane.PAGE", 2)
    for number in range(5):
        office.drop(topic=f"deploy {number}", requires="owner", kind="request")
    opened = open_window()
    pane = pane_of(opened)
    opened.until(lambda: pane._column.count.text() == "5 waiting for you")
    # The cursor is near the end of what was read.
    opened.until(lambda: len(waiting(opened)) == 5)
    oldest = waiting(opened)
    pane._most = 2
    pane._on_order()
    opened.until(lambda: waiting(opened)[:2] == oldest[::-1][:2])
    assert pane._column.count.text() == "5 waiting for you"


def test_the_four_decisions_and_the_short_words_fit_the_small_window(
    open_window: OpenWindow, office: TestOffice
) -> None:
    opened, _ = open_three(open_window, office)
    pane = pane_of(opened)
    assert pane._reading.head._pill._text.startswith("waiting ")
    opened.window.resize(960, 600)
    opened.until(lambda: pane._column.count.text() == "3 waiting")
    assert not pane._reading.head._pill._text.startswith("waiting ")
    bar = pane._bar
    opened.until(lambda: bar.width() < 700)
    buttons = (bar.approve, bar.decline, bar.ask, bar.later, bar._note_button)
    for button in buttons:
        assert button.isVisible()
        assert button.geometry().right() < bar.width()
    opened.until(lambda: all(button.width() >= button.sizeHint().width() for button in buttons))
