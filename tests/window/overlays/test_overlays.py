"""What lies over the window: keys, palette, settings, the question at closing; focus stays inside, Esc leads back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.window.command_groups import keys_by_name
from mailbox_gui.window.overlays.overlay import EDGE, Overlay
from mailbox_gui.window.panes import PANES
from mailbox_gui.window.panes.queue_pane import QueuePane
from tests.support.post_office import TestOffice
from tests.window.opened import Opened, OpenWindow

NAMES = ("keys", "palette", "settings", "closing")


def press(opened: Opened, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget() or opened.window, key, modifier)


def opened_overlay(opened: Opened, name: str) -> Overlay:
    overlays = opened.window.overlays
    match name:
        case "keys":
            overlays.show_keys()
        case "palette":
            overlays.show_palette()
        case "settings":
            overlays.settings.open_it()
        case _:
            overlays.closing.ask()
    found: Overlay = getattr(overlays, name)
    assert found.isVisible()
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(1360, 860), (960, 600)])
def test_it_fits_keeps_the_focus_and_gives_it_back(open_window: OpenWindow, name: str, size: tuple[int, int]) -> None:
    opened = open_window(relay=False)
    opened.window.resize(*size)
    before = opened.window.sidebar.view
    before.setFocus()
    overlay = opened_overlay(opened, name)
    room = opened.window.rect().adjusted(EDGE, EDGE, -EDGE, -EDGE)
    assert room.contains(overlay.card.geometry())
    assert overlay.accessibleName()
    for _ in range(40):
        press(opened, Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert focused is not None
        assert overlay.isAncestorOf(focused)
    press(opened, Qt.Key.Key_Escape)
    assert not overlay.isVisible()
    assert before.hasFocus()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_behind_it_is_reached_by_keys(open_window: OpenWindow, name: str) -> None:
    opened = open_window(relay=False)
    opened.go("queue")
    overlay = opened_overlay(opened, name)
    overlay.setFocus()
    QTest.keyClicks(overlay, "gj")
    assert opened.window.place == "queue"
    overlay.leave()


def test_the_key_sheet_lists_every_key_that_is_bound(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    opened.go("queue")
    QTest.keyClicks(QApplication.focusWidget() or opened.window, "?")
    sheet = opened.window.overlays.keys
    assert sheet.isVisible()
    listed = {keys for _group, _name, all_keys in sheet.lines for keys in all_keys}
    assert set(opened.window._shortcuts._runs) & listed >= {"A", "D", "U", "Ctrl+Z", "G, Q", "Ctrl+K", "?"}
    bound = {command.keys for command in opened.window._commands() if command.keys}
    assert bound <= listed
    titles = [group for group, _name, _keys in sheet.lines]
    assert titles[0] == "Queue", "the view in front comes first"
    assert {entry.title for entry in PANES} <= set(titles)
    # The same key again closes it.
    QTest.keyClicks(QApplication.focusWidget() or sheet, "?")
    assert not sheet.isVisible()


def test_an_action_with_two_keys_is_one_line(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    opened.go("queue")
    undo = [keys for name, keys in keys_by_name(opened.window._commands()) if name == "Undo the newest decision"]
    assert undo == [("U", "Ctrl+Z")]


def test_a_question_mark_in_a_field_is_text(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    search = opened.window.toolbar.search
    search.setFocus()
    QTest.keyClicks(search, "?")
    assert search.text() == "?"
    assert not opened.window.overlays.keys.isVisible()


@pytest.mark.parametrize("in_a_field", [False, True])
def test_ctrl_k_finds_and_runs(open_window: OpenWindow, in_a_field: bool) -> None:
    opened = open_window(relay=False)
    opened.go("queue")
    if in_a_field:
        opened.window.toolbar.search.setFocus()
    press(opened, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = opened.window.overlays.palette
    assert palette.isVisible()
    assert palette.field.hasFocus()
    QTest.keyClicks(palette.field, "gjour")
    row = palette.model.row(0)
    assert row is not None
    assert (row.command.name, row.keys) == ("Go to Journal", ("G, J",))
    assert row.places, "the letters that were found are known"
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert not palette.isVisible()
    assert opened.window.place == "journal"
    press(opened, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert palette.isVisible()
    press(opened, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert not palette.isVisible(), "its own key closes it"


def test_the_palette_has_actions_views_and_agents_and_says_when_it_has_nothing(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    opened.until(lambda: len(opened.window._overview.agents) == 4)
    opened.go("queue")
    palette = opened.window.overlays.palette
    opened.window.overlays.show_palette()
    names = [palette.model.index(row).data() for row in range(palette.model.rowCount())]
    assert {"Approve", "Go to Debts", "Go to the page of researcher", "Go to Settings", "Quit"} <= set(names)
    assert "Command palette" not in names
    assert "Waive…" not in names, "it is of a view that is not in front"
    first = palette.view.currentIndex().row()
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.view.currentIndex().row() == palette.model.rowCount() - 1
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.view.currentIndex().row() == first
    QTest.keyClicks(palette.field, "zzzz")
    assert palette.model.rowCount() == 0
    assert palette._nothing.isVisible()
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible(), "there was nothing to run"


def test_a_decision_by_the_palette_is_the_same_as_by_its_key(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="deploy", requires="owner", kind="request")
    opened = open_window()
    pane = opened.window.pane
    assert isinstance(pane, QueuePane)
    opened.until(lambda: pane._reading.view is not None)
    press(opened, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(opened.window.overlays.palette.field, "appr")
    QTest.keyClick(opened.window.overlays.palette.field, Qt.Key.Key_Return)
    assert [decision.verb for decision, _stage, _left in opened.program.decisions.pending()] == ["approve"]
    press(opened, Qt.Key.Key_U)
    assert not opened.program.decisions.pending()


def test_a_click_on_a_row_runs_it(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    opened.go("queue")
    palette = opened.window.overlays.palette
    opened.window.overlays.show_palette()
    palette.field.setText("go to inbox")
    place = palette.view.visualRect(palette.model.index(0)).center()
    QTest.mouseClick(palette.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert opened.window.place == "inbox"


def test_a_click_beside_it_closes_what_holds_no_text(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    for name, closes in (("keys", True), ("palette", True), ("settings", False), ("closing", False)):
        overlay = opened_overlay(opened, name)
        QTest.mouseClick(overlay, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
        assert overlay.isVisible() is not closes, name
        overlay.leave()


def test_the_settings_open_by_key_and_by_the_toolbar(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    opened.go("queue")
    settings = opened.window.overlays.settings
    QTest.keyClicks(QApplication.focusWidget() or opened.window, "gs")
    assert settings.isVisible()
    press(opened, Qt.Key.Key_Escape)
    QTest.mouseClick(opened.window.toolbar.settings, Qt.MouseButton.LeftButton)
    assert settings.isVisible()


def test_the_settings_have_their_key_on_a_russian_layout_too(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    assert "П, Ы" in opened.window._shortcuts._runs
