"""One pass: everything that is there or settles now gets its verdict, under the lock."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.journal.lock import LockHeld, RelayLock
from mailbox_gui.core.relay.one_pass import one_pass
from mailbox_gui.core.relay.state import Event, utc_now
from tests.support.disks import WatchedDisk
from tests.support.machine import needs_leases
from tests.support.post_office import TestOffice, found
from tests.support.scanner import MarkerScanner
from tests.support.truth import Wanted, faults_of


@pytest.fixture
def made(tmp_path: Path) -> TestOffice:
    return found(tmp_path / "office", clock=utc_now, limits={"settle_seconds": 0.05})


def test_a_pass_waits_for_what_settles_and_tells_each_verdict(made: TestOffice) -> None:
    wanted = [
        Wanted(made.drop("builder", topic="fine"), "accepted"),
        Wanted(made.drop("site", topic="may I", kind="request", requires="owner"), "held"),
        Wanted(made.drop("site", topic="no", to="builder"), "route"),
    ]
    told: list[Event] = []

    events, problems = one_pass(
        made.office, program="test", disk=WatchedDisk(), scanner=MarkerScanner(), on_event=told.append
    )

    assert sorted(event.verdict for event in events) == ["accepted", "held", "rejected", "started"]
    assert told == events
    assert problems == ()
    assert faults_of(made, wanted) == []


def test_a_pass_says_its_problems(made: TestOffice) -> None:
    made.office.rules_file.write_text("{")
    made.office.rules_signature.unlink()
    with pytest.raises(Exception, match=r"rules\.json"):
        one_pass(made.office, program="test", disk=WatchedDisk(), scanner=MarkerScanner())


def test_a_pass_beside_a_running_relay_is_refused(made: TestOffice) -> None:
    lock = RelayLock(made.root)
    lock.acquire("the window")
    with pytest.raises(LockHeld, match="the window"):
        one_pass(made.office, program="test", disk=WatchedDisk(), scanner=MarkerScanner())
    lock.release()


@needs_leases
def test_a_draft_that_never_settles_is_left_to_the_next_pass(made: TestOffice) -> None:
    path = made.box("builder", "outbox") / "slow.md"
    with path.open("wb", buffering=0) as file:
        file.write(made.write("builder", topic="slow")[:30])
        events, _ = one_pass(made.office, program="test", disk=WatchedDisk(), scanner=MarkerScanner())

    assert [event.verdict for event in events] == ["started"]
    assert path.exists()
