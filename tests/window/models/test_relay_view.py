"""The relay's state in words: never more hopeful than what is known."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mailbox_gui.core.relay.state import RelayState
from mailbox_gui.window.models.relay_view import RelayView, relay_view

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
RUNNING = RelayState("running", "mailbox relay", 4711, NOW - timedelta(hours=1), NOW - timedelta(seconds=4), "events")


def view(state: RelayState | None, *, mine: bool = True) -> RelayView:
    return relay_view(state, mine=mine, now=NOW, rescan=15)


@pytest.mark.parametrize(
    ("state", "mine", "title", "tone", "button", "starts"),
    [
        (None, False, "Relay not set up", "quiet", "Start relay", True),
        (RelayState("starting"), True, "Starting…", "quiet", "Stop relay", False),
        (RUNNING, True, "Relay running", "ok", "Stop relay", False),
        (RUNNING, False, "Relay runs elsewhere", "ok", "", False),
        (replace(RUNNING, last_pass=NOW - timedelta(seconds=46)), True, "Relay is late", "hold", "Stop relay", False),
        (replace(RUNNING, phase="stopping"), True, "Stopping…", "quiet", "Stop relay", False),
        (replace(RUNNING, phase="stopped"), False, "Relay stopped", "hold", "Start relay", True),
        (replace(RUNNING, phase="failed", reason="disk full"), True, "Relay cannot work", "bad", "Stop relay", False),
        (replace(RUNNING, phase="failed"), False, "Relay cannot work", "bad", "", False),
    ],
)
def test_title_tone_and_button(
    state: RelayState | None, mine: bool, title: str, tone: str, button: str, starts: bool
) -> None:
    made = view(state, mine=mine)
    assert (made.title, made.tone, made.button, made.starts) == (title, tone, button, starts)


def test_who_runs_it_elsewhere_is_named() -> None:
    assert "mailbox relay, process 4711" in view(RUNNING, mine=False).lines(NOW)
    assert not view(RUNNING, mine=False).can_sweep


def test_a_failure_says_why() -> None:
    assert "disk full" in view(replace(RUNNING, phase="failed", reason="disk full")).lines(NOW)


def test_without_events_that_is_said() -> None:
    state = replace(RUNNING, watcher="rescan only: no inotify here")
    assert "rescan only: no inotify here" in view(state).lines(NOW)
