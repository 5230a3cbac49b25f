"""The engine's step: fairness, postponed drafts, rules picked up, lives that end and begin again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.core.relay.collecting import BATCH
from tests.support.clock import SetClock
from tests.support.disks import WatchedDisk
from tests.support.life import life, one_life
from tests.support.machine import needs_leases
from tests.support.post_office import TestOffice, found
from tests.support.truth import Wanted, faults_of, lines_of


def test_every_verdict_gets_its_line_and_its_place(made: TestOffice) -> None:
    wanted = [
        Wanted(made.drop(topic="fine"), "accepted"),
        Wanted(made.drop(topic="may I", kind="request", requires="owner"), "held"),
        Wanted(made.drop(topic="no route", to="site"), "route"),
    ]

    with life(made.office) as lived:
        events = lived.work_off()
        assert lived.problems == ()

    assert sorted(event.verdict for event in events) == ["accepted", "held", "rejected", "started"]
    assert faults_of(made, wanted) == []


def test_a_flooded_outbox_does_not_delay_another_agents_single_draft(tmp_path: Path) -> None:
    made = found(tmp_path / "office", limits={"messages_per_day": 5_000})
    for number in range(2_000):
        made.drop("site", name=f"{number:04}.md", topic=f"flood {number}")
    single = made.drop("builder", topic="urgent")

    with life(made.office) as lived:
        for _ in range(3):
            lived.step()
        assert (made.box("hub", "inbox") / f"{single.id}.md").exists()
        assert lived.engine.collector.backlog >= 2_000 - 3 * BATCH
        lived.work_off()

    assert len(made.files("hub", "inbox")) == 2_001


def test_the_owner_is_not_delayed_by_a_flood_either(tmp_path: Path) -> None:
    made = found(tmp_path / "office", limits={"messages_per_day": 5_000})
    held = made.drop("builder", topic="may I", kind="request", requires="owner")
    one_life(made.office)
    for number in range(500):
        made.drop("site", name=f"{number:04}.md", topic=f"flood {number}")
    made.decide(held, "approve")

    with life(made.office) as lived:
        for _ in range(3):
            lived.step()
        assert made.files("owner", "queue") == []


@needs_leases
def test_an_open_draft_is_put_back_and_judged_after_its_close(made: TestOffice) -> None:
    path = made.box("builder", "outbox") / "slow.md"
    whole = made.write("builder", topic="slow")
    with life(made.office) as lived:
        with path.open("wb", buffering=0) as file:
            file.write(whole[:40])
            for _ in range(3):
                assert [event for event in lived.work_off() if event.verdict != "started"] == []
                lived.wait(1.0)
            assert path.exists()
            file.write(whole[40:])
        lived.wait(1.0)
        events = lived.work_off()

    assert [event.verdict for event in events] == ["accepted"]
    assert faults_of(made) == []


class _DropsAfterClaim(WatchedDisk):
    """The moment a draft is claimed, the agent drops another one of the same name."""

    def __init__(self, drop: Callable[[], object]) -> None:
        super().__init__()
        self._drop: Callable[[], object] | None = drop

    def after(self, call: str, arguments: tuple[Any, ...]) -> None:
        if call == "rename_new" and self._drop is not None:
            drop, self._drop = self._drop, None
            drop()


@needs_leases
def test_a_draft_that_comes_while_an_older_one_of_its_name_is_open_is_judged_too(made: TestOffice) -> None:
    path = made.box("builder", "outbox") / "note.md"
    path.write_bytes(made.write("builder", topic="first"))
    disk = _DropsAfterClaim(lambda: made.drop("builder", name="note.md", topic="second"))
    with life(made.office, disk=disk) as lived:
        with path.open("ab"):
            for _ in range(5):
                lived.step()
                lived.wait(1.0)
        for _ in range(2):
            lived.wait(5.0)
            lived.work_off()

    topics = {line["header"]["topic"] for line in lines_of(made) if line["type"] == "accepted"}
    assert topics == {"first", "second"}
    assert faults_of(made) == []


@needs_leases
def test_a_draft_that_stays_open_costs_no_busy_loop(made: TestOffice) -> None:
    path = made.box("builder", "outbox") / "note.md"
    path.write_bytes(made.write("builder", topic="first"))
    with life(made.office) as lived, path.open("ab"):
        lived.step()
        waits = [lived.step().next_in for _ in range(10)]

    assert all(wait is not None and wait > 0.0 for wait in waits)


def test_mail_for_a_folder_that_vanished_waits_is_said_once_and_comes(made: TestOffice, clock: SetClock) -> None:
    home = made.root / "agents" / "hub"
    aside = made.root / "hub-aside"
    draft = made.drop("builder", topic="wait for it")
    with life(made.office, clock=clock) as lived:
        home.rename(aside)
        for _ in range(4):
            lived.work_off()
            lived.wait(3.0)
        assert made.files("builder", "outbox") == [draft.file]
        assert len([problem for problem in lived.problems if problem.kind == "folder-missing"]) == 1
        aside.rename(home)
        lived.wait(3.0)
        lived.work_off()
        assert lived.problems == ()

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_drafts_wait_in_an_outbox_that_vanished_with_its_home(made: TestOffice) -> None:
    home = made.root / "agents" / "builder"
    aside = made.root / "aside"
    draft = made.drop("builder", topic="wait for it")
    home.rename(aside)
    with life(made.office) as lived:
        lived.work_off()
        assert lived.said == {"missing"}
        aside.rename(home)
        lived.wait(1.0)
        lived.work_off()
        assert lived.problems == ()

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_a_draft_whose_home_vanished_after_the_claim_is_kept_and_judged_later(made: TestOffice) -> None:
    home = made.root / "agents" / "builder"
    aside = made.root / "aside"
    draft = made.drop("builder", topic="claimed")
    claims = made.office.claimed / "builder"
    claims.mkdir()
    draft.path.rename(claims / draft.file)
    home.rename(aside)
    with life(made.office) as lived:
        for _ in range(3):
            lived.work_off()
            lived.wait(3.0)
        assert (claims / draft.file).exists()
        aside.rename(home)
        lived.wait(3.0)
        lived.work_off()

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_inbox_is_said_and_healed(made: TestOffice) -> None:
    draft = made.drop("builder")
    made.box("hub", "inbox").chmod(0o500)
    with life(made.office) as lived:
        lived.work_off()
        assert lived.said == {"folder-missing"}
        made.box("hub", "inbox").chmod(0o700)
        lived.wait(3.0)
        lived.work_off()

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_a_box_that_was_deleted_is_made_again(made: TestOffice) -> None:
    draft = made.drop("builder")
    shutil.rmtree(made.box("hub", "inbox"))

    one_life(made.office)

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_held_mail_waits_for_the_owners_folders_and_is_not_its_own_duplicate(made: TestOffice) -> None:
    draft = made.drop("builder", topic="may I", kind="request", requires="owner")
    owner, aside = made.root / "owner", made.root / "aside"
    with life(made.office) as lived:
        owner.rename(aside)
        for _ in range(3):
            lived.work_off()
            lived.wait(3.0)
        aside.rename(owner)
        lived.wait(3.0)
        lived.work_off()

    assert faults_of(made, [Wanted(draft, "held")]) == []


def test_rules_are_picked_up_without_a_restart(made: TestOffice) -> None:
    with life(made.office) as lived:
        lived.work_off()
        made.set_rules(routes=[*map(list, sorted(made.rules.routes)), ["builder", "site"]])
        draft = made.drop("builder", to="site", topic="by the new route")
        lived.work_off()
        assert lived.problems == ()

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_who_joins_by_an_edit_is_looked_after_at_once(made: TestOffice) -> None:
    with life(made.office) as lived:
        lived.work_off()
        made.set_rules(
            agents={"hub": {}, "builder": {}, "researcher": {}, "site": {}, "trader": {}},
            routes=[*map(list, sorted(made.rules.routes)), ["trader", "hub"]],
        )
        for box in ("outbox", "inbox", "done", "rejected"):
            (made.root / "agents" / "trader" / box).mkdir(parents=True)
        draft = made.drop("trader", topic="hello")
        lived.work_off()

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_whose_agent_left_by_an_edit_is_left_alone(made: TestOffice) -> None:
    with life(made.office) as lived:
        lived.work_off()
        made.set_rules(
            agents={"hub": {}, "builder": {}, "researcher": {}}, routes=[["builder", "hub"], ["hub", "builder"]]
        )
        (made.root / "agents" / "site" / "outbox" / "late.md").write_bytes(made.write("site"))
        draft = made.drop("builder", to="site", topic="gone")
        lived.work_off()

    assert (made.root / "agents" / "site" / "outbox" / "late.md").exists()
    assert [line["check"] for line in lines_of(made) if line["type"] == "rejected"] == ["recipient"]
    assert draft.file in made.files("builder", "rejected")


def test_a_clock_set_back_stops_nothing_and_is_said(made: TestOffice, clock: SetClock) -> None:
    made.drop("builder", topic="before")
    one_life(made.office, clock=clock)
    clock.move(hours=-3)
    made.later(hours=-3)
    made.drop("builder", topic="after")
    with life(made.office, clock=clock) as lived:
        lived.work_off()
        assert lived.said == {"clock"}
        clock.move(hours=4)
        lived.work_off()
        assert not lived.said

    ats = [line["at"] for line in lines_of(made)]
    assert ats == sorted(ats)
    assert faults_of(made) == []


def test_the_same_is_done_with_threads_beside(made: TestOffice) -> None:
    """With an executor the index follows one batch behind; nothing may be judged by what it does not know yet."""
    wanted = [Wanted(made.drop(topic=f"note {number}"), "accepted") for number in range(10)]
    held = made.drop("site", topic="may I", kind="request", requires="owner")
    twice = made.write("researcher", topic="twice")
    wanted += [Wanted(held, "held"), Wanted(made.drop("researcher", name="a.md", raw=twice), "accepted")]
    with ThreadPoolExecutor(2) as executor, life(made.office, executor=executor) as lived:
        lived.step()
        wanted.append(Wanted(made.drop("researcher", name="b.md", raw=twice), "duplicate"))
        wanted.append(Wanted(made.decide(held, "approve"), "decided"))
        lived.work_off()

    assert faults_of(made, wanted) == []
