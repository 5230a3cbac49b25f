"""Decisions between the key press and their effect."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mailbox_gui.window.decisions import Decision, Decisions, HeldMessage, Stage, said_of
from mailbox_gui.window.models.list_row import ListRow

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Carrier:
    """Notes what it is to carry out, and answers when told to."""

    def __init__(self) -> None:
        self.carried: list[Decision] = []
        self.answers: list[tuple[Callable[[], None], Callable[[str], None]]] = []

    def prepare(self, decision: Decision) -> None:
        self.prepared = decision

    def let_go(self, decision: Decision) -> None:
        self.dropped = decision

    def carry_out(self, decision: Decision, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        self.carried.append(decision)
        self.answers.append((done, failed))


def decision(key: str, verb: str = "approve") -> Decision:
    row = ListRow(key, 1, NOW, "hub", "trader", "request", f"topic of {key}", "", "held")
    return Decision(verb, row, HeldMessage(key, "hub", key, "00"))  # type: ignore[arg-type]


@pytest.fixture
def carrier() -> Carrier:
    return Carrier()


def made(carrier: Carrier, undo_ms: int = 60_000) -> Decisions:
    return Decisions(carrier, undo_ms)


def test_nothing_is_carried_out_before_its_time(qapp: QApplication, carrier: Carrier) -> None:
    decisions = made(carrier)
    decisions.add(decision("a"))
    qapp.processEvents()
    assert carrier.carried == []
    assert decisions.hidden() == {"a"}


def test_it_is_carried_out_when_the_time_is_over(qtbot: QtBot, carrier: Carrier) -> None:
    decisions = made(carrier, undo_ms=1)
    decisions.add(decision("a"))
    qtbot.waitUntil(lambda: bool(carrier.carried), timeout=5000)
    newest = decisions.newest()
    assert newest is not None
    assert newest[1] is Stage.SENDING
    with qtbot.waitSignal(decisions.settled):
        carrier.answers[0][0]()
    newest = decisions.newest()
    assert newest is not None
    assert newest[1] is Stage.DONE


def test_undo_takes_the_newest_that_still_can_be_taken_back(qapp: QApplication, carrier: Carrier) -> None:
    decisions = made(carrier)
    for key in "abc":
        decisions.add(decision(key))
    decisions._send("c")
    assert decisions.undo_newest() == decision("b")
    assert decisions.undo_newest() == decision("a")
    assert decisions.undo_newest() is None
    assert decisions.hidden() == {"c"}


def test_a_second_decision_on_a_message_is_ignored(qapp: QApplication, carrier: Carrier) -> None:
    decisions = made(carrier)
    decisions.add(decision("a"))
    decisions.add(decision("a", "decline"))
    assert [each.verb for each, _, _ in decisions.pending()] == ["approve"]


def test_quitting_carries_out_what_is_pending_once(qapp: QApplication, carrier: Carrier) -> None:
    decisions = made(carrier)
    decisions.add(decision("a"))
    decisions.add(decision("b"))
    decisions.commit_all()
    decisions.commit_all()
    assert [each.row.key for each in carrier.carried] == ["a", "b"]


def test_the_clock_stands_while_the_toast_is_looked_at(qapp: QApplication, qtbot: QtBot, carrier: Carrier) -> None:
    decisions = made(carrier, undo_ms=40)
    decisions.add(decision("a"))
    decisions.hold_clocks()
    qtbot.wait(120)
    assert carrier.carried == []
    decisions.release_clocks()
    qtbot.waitUntil(lambda: bool(carrier.carried), timeout=5000)


def test_a_failure_puts_the_message_back_and_is_said(qtbot: QtBot, carrier: Carrier) -> None:
    decisions = made(carrier, undo_ms=1)
    decisions.add(decision("a"))
    qtbot.waitUntil(lambda: bool(carrier.answers), timeout=5000)
    carrier.answers[0][1]("already declined")
    assert decisions.hidden() == frozenset()
    newest = decisions.newest()
    assert newest is not None
    _, stage, _, reason = newest
    assert said_of(decision("a"), stage, reason)[0] == "Not approved: already declined"
    decisions.add(decision("a"))
    assert decisions.hidden() == {"a"}, "it can be tried again"


def test_a_question_leaves_its_message_in_the_queue(qapp: QApplication, carrier: Carrier) -> None:
    decisions = made(carrier)
    decisions.add(decision("a", "ask"))
    assert decisions.hidden() == frozenset()
    assert decisions.asked() == {"a"}
