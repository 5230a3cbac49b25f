"""The program's order of things: what is pending at the end is decided, what was chosen is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mailbox_gui.app.window_state import WindowState
from mailbox_gui.core.journal.lock import holder
from mailbox_gui.window.panes.queue_pane import QueuePane
from mailbox_gui.window.theme.theme import Appearance
from tests.support.post_office import TestOffice
from tests.window.opened import OpenWindow


def test_quitting_commits_what_is_pending(open_window: OpenWindow, office: TestOffice) -> None:
    draft = office.drop(topic="deploy", requires="owner", kind="request")
    opened = open_window()
    pane = opened.window.pane
    assert isinstance(pane, QueuePane)
    opened.until(lambda: pane._reading.view is not None)
    QTest.keyClicks(QApplication.focusWidget() or opened.window, "a")
    assert opened.program.decisions.pending()
    assert office.files("hub", "inbox") == []
    opened.window.close()
    assert office.files("hub", "inbox") == [f"{draft.id}.md"]
    assert office.files("owner", "outbox") == []
    assert holder(office.root) is None, "the relay stopped last"


def test_what_is_pending_is_committed_without_a_relay_too(open_window: OpenWindow, office: TestOffice) -> None:
    office.drop(topic="deploy", requires="owner", kind="request")
    opened = open_window()
    pane = opened.window.pane
    assert isinstance(pane, QueuePane)
    opened.until(lambda: pane._reading.view is not None)
    opened.program.relay.stop()
    opened.until(lambda: not opened.program.relay.mine)
    QTest.keyClicks(QApplication.focusWidget() or opened.window, "a")
    assert opened.program.decisions.pending()
    opened.window.close()
    assert len(office.files("hub", "inbox")) == 1


def test_closing_twice_is_closing_once(open_window: OpenWindow) -> None:
    opened = open_window()
    opened.window.close()
    opened.program.finish()
    assert not opened.window.isVisible()
    assert not opened.program.relay.mine


def test_stopping_the_relay_is_remembered(open_window: OpenWindow, office: TestOffice, tmp_path: Path) -> None:
    opened = open_window()
    opened.window.sidebar.relay.stop_asked.emit()
    opened.until(lambda: not opened.program.relay.mine)
    opened.go("journal")
    opened.window.close()
    state = WindowState(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat), office.root)
    assert not state.relay_wanted
    assert state.place == "journal"


@pytest.mark.parametrize("value", ["dark", "nonsense", ""])
def test_an_odd_setting_is_the_system_s(tmp_path: Path, value: str) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    settings.setValue("window/appearance", value)
    wanted = Appearance.DARK if value == "dark" else Appearance.SYSTEM
    assert WindowState(settings, tmp_path).appearance is wanted
