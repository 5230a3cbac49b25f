"""The relay's faults as banners: what is wrong, what to do, gone with the cause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from mailbox_gui.core.journal.lock import RelayLock
from mailbox_gui.core.relay.state import Problem, RelayState
from mailbox_gui.window.models.relay_view import RelayView, relay_view, shown_problems
from mailbox_gui.window.relay_notice import RelayNotice
from mailbox_gui.window.theme.theme import Theme
from tests.window.opened import OpenWindow

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
RUNNING = RelayState("running", "mailbox relay", 4711, NOW - timedelta(hours=1), NOW - timedelta(seconds=4), "events")
LATE = replace(RUNNING, last_pass=NOW - timedelta(seconds=46))
FULL = Problem("disk-full", "/x", "/x: the disk is full", "free some space")


def view(state: RelayState, *, mine: bool, ended: datetime | None = None) -> RelayView:
    return relay_view(state, mine=mine, now=NOW, rescan=15, ended=ended)


@pytest.fixture
def notice(theme: Theme, qtbot: QtBot) -> Iterator[RelayNotice]:
    """The notice in a window that is not on the screen."""
    window = QWidget()
    qtbot.addWidget(window)
    # The test holds the window, or it is no more.
    yield RelayNotice(theme, window)
    window.close()


@pytest.mark.parametrize(
    ("state", "mine", "said", "button"),
    [
        (RUNNING, True, "", ""),
        (RUNNING, False, "", ""),
        (replace(RUNNING, phase="starting"), True, "", ""),
        (LATE, True, "The relay is late: its last sweep was at", "Sweep now"),
        (LATE, False, "look at mailbox relay, process 4711", ""),
        (replace(RUNNING, phase="stopped", reason=""), False, "The relay is stopped: mail waits", "Start relay"),
        (replace(RUNNING, phase="stopped", reason="it ended without a word"), False, "without a word", "Start relay"),
        (replace(RUNNING, phase="failed", reason="the index is gone"), True, "cannot work: the index is gone", ""),
        (RelayState("failed", reason="the lock cannot be used"), False, "start it again", "Start relay"),
        # Said in the bar of problems, with its advice, and not twice.
        (replace(RUNNING, phase="failed", reason=FULL.text, problems=(FULL,)), True, "", ""),
    ],
)
def test_what_is_said(notice: RelayNotice, state: RelayState, mine: bool, said: str, button: str) -> None:
    notice.show_view(view(state, mine=mine, ended=NOW))
    assert notice.isHidden() is not bool(said)
    if said:
        assert said in notice.banner.accessibleName()
        assert (notice.start.text() if not notice.start.isHidden() else "") == button
    notice.show_view(view(RUNNING, mine=True))
    assert notice.isHidden(), "it goes away by itself"


def test_when_it_ended_is_said(notice: RelayNotice) -> None:
    stopped = replace(RUNNING, phase="stopped", reason="the machine was off")
    notice.show_view(view(stopped, mine=False, ended=NOW))
    local = NOW.astimezone().strftime("%H:%M")
    assert f"The relay stopped at {local}: the machine was off" in notice.banner.accessibleName()
    assert f"at {local}: the machine was off" in view(stopped, mine=False, ended=NOW).lines(NOW)


def test_the_late_one_is_swept_by_the_button(notice: RelayNotice, qtbot: QtBot) -> None:
    notice.show_view(view(LATE, mine=True))
    with qtbot.waitSignal(notice.sweep_asked):
        QTest.mouseClick(notice.start, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize(
    ("watcher", "count"),
    [("events", 0), ("rescan only: resting while a backlog is worked off", 0), ("rescan only: no inotify here", 1)],
)
def test_a_dead_watcher_is_a_problem(watcher: str, count: int) -> None:
    found = shown_problems(view(replace(RUNNING, watcher=watcher), mine=True))
    assert len(found) == count
    assert all("no inotify here" in problem.text and problem.advice for problem in found)


def test_problems_of_the_rules_have_a_banner_of_their_own() -> None:
    state = replace(RUNNING, problems=(FULL, Problem("rules", "rules.json", "x", "y")))
    assert shown_problems(view(state, mine=True)) == [FULL]


def test_the_rules_say_when_a_sweep_is_late(open_window: OpenWindow) -> None:
    opened = open_window()
    opened.office.set_rules(limits={"message_bytes": 16_384, "messages_per_day": 20, "settle_seconds": 0.3,
                                    "rescan_seconds": 300})  # fmt: skip
    opened.until(lambda: opened.program.relay.rescan_seconds == 300)


def test_a_relay_of_another_process_is_said_and_followed_to_its_end(open_window: OpenWindow) -> None:
    opened = open_window(relay=False)
    card = opened.window.sidebar.relay
    lock = RelayLock(opened.office.root)
    lock.acquire("mailbox relay")
    opened.program.relay.look()
    opened.until(lambda: "mailbox relay" in card.accessibleName())
    assert not card.buttons[0].isVisible(), "what another runs is not stopped from here"
    lock.release()
    opened.program.relay.look()
    opened.until(lambda: card.buttons[0].text() == "Start relay" and card.buttons[0].isVisible())
