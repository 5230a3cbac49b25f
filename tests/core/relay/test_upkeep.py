"""Upkeep: what no message brings up is said while it lasts: little space, changed held mail, loops."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest

from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.relay.problems import ProblemBook
from mailbox_gui.core.relay.restoring import restore_queue
from mailbox_gui.core.relay.upkeep import Upkeep
from tests.support.clock import SetClock
from tests.support.disks import WatchedDisk
from tests.support.life import life, one_life
from tests.support.post_office import Dropped, TestOffice


class Looking:
    """Upkeep over a post office, with its problems."""

    def __init__(self, made: TestOffice, clock: SetClock) -> None:
        self.made, self.clock = made, clock
        self.problems = ProblemBook()
        self.upkeep = Upkeep(made.office, self.problems)

    def look(self) -> list[str]:
        with life(self.made.office, clock=self.clock) as lived:
            self.upkeep.look(lived.engine.reading, self.clock())
        return [problem.kind for problem in self.problems.all()]


@pytest.fixture
def looking(made: TestOffice, clock: SetClock) -> Looking:
    return Looking(made, clock)


@pytest.fixture
def held(made: TestOffice) -> Dropped:
    draft = made.drop("builder", topic="may I", kind="request", requires="owner")
    one_life(made.office)
    return draft


def test_where_nothing_is_wrong_nothing_is_said(looking: Looking, held: Dropped) -> None:
    assert looking.look() == []


@pytest.mark.parametrize("change", ["changed", "missing"])
def test_held_mail_that_was_changed_is_said_until_it_is_as_it_was(looking: Looking, held: Dropped, change: str) -> None:
    queued = looking.made.office.queue / f"{held.id}.md"
    looking.look()
    if change == "changed":
        queued.write_bytes(held.raw + b"and more\n")
    else:
        queued.unlink()

    assert looking.look() == ["queue-changed"]
    assert held.id in looking.problems.all()[0].text
    assert looking.look() == ["queue-changed"]
    queued.write_bytes(held.raw)
    assert looking.look() == []


def test_decided_mail_is_looked_after_no_more(looking: Looking, held: Dropped) -> None:
    looking.look()
    looking.made.decide(held, "approve")
    one_life(looking.made.office)

    assert looking.look() == []


def test_little_space_is_said_until_there_is_more(looking: Looking, monkeypatch: pytest.MonkeyPatch) -> None:
    free = SimpleNamespace(f_bavail=1000, f_frsize=4096)
    monkeypatch.setattr(os, "statvfs", lambda _where: free)
    assert looking.look() == ["disk-low"]
    free.f_bavail = 1_000_000
    assert looking.look() == []


def test_agents_that_answer_each_other_in_a_circle_are_said(looking: Looking) -> None:
    made = looking.made
    draft = made.drop("builder", to="hub", topic="thanks")
    for number in range(8):
        one_life(made.office, clock=looking.clock)
        to, sender = draft.sender, draft.recipient
        draft = made.drop(sender, to=to, kind="reply", topic=f"thanks {number}", ref=draft.id)

    assert looking.look() == ["loop"]
    looking.clock.move(hours=25)
    assert looking.look() == []


def test_all_held_mail_is_looked_at_and_put_back(
    looking: Looking, made: TestOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much waits: it is read in pages."""
    drafts = [made.drop("builder", topic=f"ask {number}", kind="request", requires="owner") for number in range(3)]
    one_life(made.office)
    monkeypatch.setattr("mailbox_gui.core.read_models.owner_queue.PAGE", 1)
    for draft in drafts:
        (made.office.queue / f"{draft.id}.md").unlink()

    assert looking.look() == ["queue-changed"] * 3
    index = Index.open(made.office.index, made.office.journal)
    restored = restore_queue(made.office, WatchedDisk(), index)
    index.close()
    assert {one.id for one in restored} == {draft.id for draft in drafts}
    assert looking.look() == []
