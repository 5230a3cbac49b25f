"""Floods: refused over the limit, paused after twenty of those, resumed by the owner or by the clock."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.relay.sending_book import PAUSE_AFTER
from tests.support.clock import SetClock
from tests.support.life import Life, life, one_life
from tests.support.post_office import TestOffice, found
from tests.support.truth import chain_faults, faults_of, index_faults, lines_of

LIMIT = 3


@pytest.fixture
def made(tmp_path: Path) -> TestOffice:
    return found(tmp_path / "office", limits={"messages_per_day": LIMIT})


def flood(made: TestOffice, count: int, *, first: int = 0) -> None:
    for number in range(first, first + count):
        made.drop("builder", name=f"{number:04}.md", topic=f"flood {number}")


def count(made: TestOffice, kind: str) -> int:
    return len([line for line in lines_of(made) if line["type"] == kind])


def test_over_the_limit_each_is_refused_with_its_reason(made: TestOffice) -> None:
    flood(made, LIMIT + 2)
    one_life(made.office)

    assert count(made, "accepted") == LIMIT
    assert [line["check"] for line in lines_of(made) if line["type"] == "rejected"] == ["limits"] * 2
    assert faults_of(made) == []


def test_held_mail_counts_too(made: TestOffice) -> None:
    for number in range(LIMIT + 1):
        made.drop("builder", topic=f"may I {number}", kind="request", requires="owner")
    one_life(made.office)

    assert count(made, "held") == LIMIT
    assert count(made, "rejected") == 1


def test_a_flood_is_paused_said_once_and_the_rest_stays(made: TestOffice) -> None:
    flood(made, 200)
    with life(made.office) as lived:
        for _ in range(3):
            lived.work_off()
            lived.wait(5.0)
        assert lived.said == {"paused"}
        refused = count(made, "rejected")
        assert PAUSE_AFTER <= refused < PAUSE_AFTER + 64
        assert len(made.files("builder", "outbox")) == 200 - LIMIT - refused

    assert count(made, "paused") == 1
    # Another start changes nothing of it.
    with life(made.office) as lived:
        lived.work_off()
        assert lived.said == {"paused"}
    assert count(made, "paused") == 1
    assert count(made, "rejected") == refused
    assert chain_faults(made) == []
    assert index_faults(made) == []


def test_nobody_else_is_paused(made: TestOffice) -> None:
    flood(made, 100)
    made.drop("site", topic="calm")
    one_life(made.office)

    accepted = [line["folder"] for line in lines_of(made) if line["type"] == "accepted"]
    assert accepted.count("site") == 1


def test_the_owner_resumes(made: TestOffice) -> None:
    flood(made, 60)
    with life(made.office) as lived:
        lived.work_off()
        assert lived.said == {"paused"}
        left = len(made.files("builder", "outbox"))
        if left == 0:
            flood(made, 5, first=1000)
        made.act("resume", {"agent": "builder"})
        lived.work_off()
        assert made.files("builder", "outbox") == []
    assert count(made, "resumed") == 1


def test_after_a_resume_the_counting_begins_anew(made: TestOffice) -> None:
    flood(made, LIMIT + PAUSE_AFTER)
    with life(made.office) as lived:
        lived.work_off()
        made.act("resume", {"agent": "builder"}, file="one.act.json")
        lived.work_off()
        flood(made, PAUSE_AFTER - 1, first=500)
        lived.work_off()
        assert "paused" not in lived.said
        flood(made, 1, first=900)
        lived.work_off()
        assert "paused" in lived.said


@pytest.mark.parametrize("restart", [False, True])
def test_a_pause_ends_by_itself_after_a_day(made: TestOffice, clock: SetClock, *, restart: bool) -> None:
    flood(made, LIMIT + PAUSE_AFTER + 64)
    with life(made.office, clock=clock) as lived:
        lived.work_off()
        assert "paused" in lived.said
        clock.move(hours=23, minutes=59)
        lived.work_off()
        assert "paused" in lived.said
        if not restart:
            _is_free_after_a_day(made, clock, lived)
    if restart:
        with life(made.office, clock=clock) as lived:
            _is_free_after_a_day(made, clock, lived)
    assert faults_of(made) == []


def _is_free_after_a_day(made: TestOffice, clock: SetClock, lived: Life) -> None:
    clock.move(minutes=2)
    made.later(hours=24)
    made.drop("builder", topic="a new day")
    lived.work_off()
    assert "paused" not in lived.said or made.files("builder", "outbox") == []
    topics = [line["header"]["topic"] for line in lines_of(made) if line["type"] == "accepted"]
    assert len(topics) == 2 * LIMIT


def test_the_window_slides(made: TestOffice, clock: SetClock) -> None:
    with life(made.office, clock=clock) as lived:
        flood(made, LIMIT)
        lived.work_off()
        clock.move(hours=24, seconds=1)
        made.later(hours=24)
        flood(made, LIMIT, first=50)
        lived.work_off()

    assert count(made, "accepted") == 2 * LIMIT
    assert count(made, "rejected") == 0


def test_refusals_for_other_reasons_pause_nobody(made: TestOffice) -> None:
    for number in range(PAUSE_AFTER + 10):
        made.drop("builder", to="site", topic=f"no route {number}")
    with life(made.office) as lived:
        lived.work_off()
        assert lived.problems == ()
    assert count(made, "paused") == 0


def test_a_larger_limit_of_its_own_counts(tmp_path: Path) -> None:
    agents = {"hub": {}, "builder": {"messages_per_day": 10}, "researcher": {}, "site": {}}
    made = found(tmp_path / "other", limits={"messages_per_day": LIMIT}, agents=("builder", "researcher", "site"))
    made.set_rules(agents=agents)
    flood(made, 11)
    one_life(made.office)

    assert count(made, "accepted") == 10
