"""The owner's acts about debts between the key press and their effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from pytestqt.qtbot import QtBot

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.window.debt_acts import DebtAct, DebtActs, Verb, said_of
from mailbox_gui.window.decisions import Stage
from mailbox_gui.window.models.debt_row import DebtRow
from mailbox_gui.window.owner_acts import OwnerActs
from tests.support.clock import NOON


class Owner:
    """Notes what it is to sign, and answers when told to."""

    def __init__(self) -> None:
        self.reserved: list[str] = []
        self.signed: list[str] = []
        self.answers: list[tuple[Callable[[], None], Callable[[str], None]]] = []

    def reserve(self, name: str) -> None:
        self.reserved.append(name)

    def release(self, name: str) -> None:
        self.reserved.remove(name)

    def sign(self, name: str, _job: Any, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        self.signed.append(name)
        self.answers.append((done, failed))


def act(number: int, verb: Verb = "waive") -> DebtAct:
    debt = Debt(number, "reply", "builder", "hub", "r", "t", "00", 1, NOON, NOON)
    return DebtAct(verb, DebtRow(debt, "builder", "hub", "which Python", "owes hub a reply"), "why")


@pytest.fixture
def owner() -> Owner:
    return Owner()


def made(owner: Owner, undo_ms: int = 60_000) -> DebtActs:
    return DebtActs(cast("OwnerActs", owner), lambda: NOON, undo_ms)


def test_nothing_is_signed_before_its_time_and_undo_lets_go_of_the_key(qtbot: QtBot, owner: Owner) -> None:
    acts = made(owner)
    acts.add(act(1))
    acts.add(act(2, "nudge"))
    assert acts.hidden() == {1}, "who is nudged still owes"
    assert owner.reserved == ["waive 1", "nudge 2"]
    assert acts.undo_newest() == act(2, "nudge")
    assert acts.undo_newest() == act(1)
    assert acts.undo_newest() is None
    assert owner.reserved == owner.signed == []
    assert acts.hidden() == frozenset()


def test_it_is_signed_once_when_the_time_is_over(qtbot: QtBot, owner: Owner) -> None:
    acts = made(owner, undo_ms=1)
    acts.add(act(1))
    acts.add(act(1, "close"))
    qtbot.waitUntil(lambda: bool(owner.signed))
    assert owner.signed == ["waive 1"]
    with qtbot.waitSignal(acts.settled):
        owner.answers[0][0]()
    newest = acts.newest()
    assert newest is not None
    assert newest[1] is Stage.DONE
    assert acts.hidden() == {1}, "until it is read that it is closed"


def test_what_failed_stands_on_the_board_again_until_it_was_read(qtbot: QtBot, owner: Owner) -> None:
    acts = made(owner)
    acts.add(act(1))
    acts.commit_all()
    owner.answers[0][1]("there is no open debt of that name")
    assert acts.hidden() == frozenset()
    newest = acts.newest()
    assert newest is not None
    assert newest[1:] == (Stage.FAILED, 0, "there is no open debt of that name")
    acts.add(act(1))
    acts.commit_all()
    assert len(owner.signed) == 2, "it can be tried again"
    owner.answers[1][1]("no")
    assert acts.dismiss_failed()
    assert acts.newest() is None
    assert not acts.dismiss_failed()


def test_a_held_clock_stands_still(qtbot: QtBot, owner: Owner) -> None:
    acts = made(owner, undo_ms=30)
    acts.add(act(1))
    acts.hold_clocks()
    assert not acts._pending["waive 1"].timer.isActive()
    acts.release_clocks()
    qtbot.waitUntil(lambda: owner.signed == ["waive 1"])


@pytest.mark.parametrize(
    ("verb", "stage", "words"),
    [
        ("waive", Stage.UNDOABLE, "Waived: builder owes hub a reply\n“which Python”"),
        ("close", Stage.DONE, "Closed as answered: builder owes hub a reply\n“which Python”"),
        ("nudge", Stage.SENDING, "Sending the question… builder\n“which Python”"),
        ("nudge", Stage.FAILED, "Not sent: no route"),
        ("waive", Stage.FAILED, "Not closed: no route"),
    ],
)
def test_the_toast_says_what_happened(verb: Verb, stage: Stage, words: str) -> None:
    assert said_of(act(1, verb), stage, "no route")[0] == words
