"""Closing the window while its relay runs: asked once, remembered, never in the way of who quits."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.app.window_state import WindowState
from mailbox_gui.core.journal.lock import holder
from mailbox_gui.window.overlays.closing_question import ClosingQuestion
from mailbox_gui.window.preferences import Chosen, Closing
from mailbox_gui.window.theme.theme import Theme
from tests.support.post_office import TestOffice
from tests.window.opened import Opened, OpenWindow


def asked(open_window: OpenWindow) -> Opened:
    opened = open_window()
    opened.program.chosen.choose(closing=Closing.ASK)
    opened.window.close()
    assert opened.window.overlays.closing.isVisible()
    assert opened.window.isVisible()
    return opened


def test_esc_leaves_the_window_and_the_relay_as_they_are(open_window: OpenWindow) -> None:
    opened = asked(open_window)
    QTest.keyClick(QApplication.focusWidget() or opened.window, Qt.Key.Key_Escape)
    assert opened.window.isVisible()
    assert opened.program.relay.mine
    assert opened.program.chosen.value.closing is Closing.ASK


def test_stopping_is_remembered(open_window: OpenWindow, office: TestOffice, tmp_path: Path) -> None:
    opened = asked(open_window)
    QTest.mouseClick(opened.window.overlays.closing.stop, Qt.MouseButton.LeftButton)
    assert not opened.window.isVisible()
    assert holder(office.root) is None
    state = WindowState(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat), office.root)
    assert state.preferences.closing is Closing.STOP


def test_what_is_not_to_be_remembered_is_asked_again(open_window: OpenWindow) -> None:
    opened = asked(open_window)
    question = opened.window.overlays.closing
    QTest.mouseClick(question.remember, Qt.MouseButton.LeftButton, pos=question.remember.rect().center())
    QTest.mouseClick(question.keep, Qt.MouseButton.LeftButton)
    assert opened.window.isMinimized()
    assert opened.program.relay.mine
    assert opened.program.chosen.value.closing is Closing.ASK


def test_kept_once_it_is_kept_without_a_question(open_window: OpenWindow) -> None:
    opened = asked(open_window)
    QTest.mouseClick(opened.window.overlays.closing.keep, Qt.MouseButton.LeftButton)
    assert opened.program.chosen.value.closing is Closing.KEEP
    opened.window.showNormal()
    opened.window.close()
    assert not opened.window.overlays.closing.isVisible()
    assert opened.window.isMinimized()
    assert opened.program.relay.mine


def test_ctrl_q_quits_without_a_question(open_window: OpenWindow, office: TestOffice) -> None:
    opened = open_window()
    opened.program.chosen.choose(closing=Closing.ASK)
    target = QApplication.focusWidget() or opened.window
    QTest.keyClick(target, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert not opened.window.isVisible()
    assert holder(office.root) is None


def test_without_a_relay_there_is_nothing_to_ask(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    opened.program.chosen.choose(closing=Closing.ASK)
    opened.window.close()
    assert not opened.window.isVisible()


@pytest.mark.parametrize(
    ("has_tray", "button", "word"), [(True, "Keep in the tray", "tray"), (False, "Minimise", "no tray")]
)
def test_the_words_say_what_this_desktop_can_do(
    open_window: OpenWindow, theme: Theme, has_tray: bool, button: str, word: str
) -> None:
    opened = open_window(relay=False)
    question = ClosingQuestion(theme, Chosen(), opened.window, has_tray=has_tray)
    assert question.keep.text() == button
    assert word in question.words
