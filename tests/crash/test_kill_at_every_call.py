"""Method A: kill −9 before every single side effect; nothing is lost, nothing is done twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from tests.crash import scenarios
from tests.support.disks import CALLS
from tests.support.kill_points import KillPoints, Scenario
from tests.support.post_office import found

# Thousands of small steps: on a machine that is busy with other things they take their time.
pytestmark = pytest.mark.timeout(900)

SCENARIOS = {
    "few": scenarios.FEW,
    "many": scenarios.MANY,
    "decisions": scenarios.DECISIONS,
    "waivers": scenarios.WAIVERS,
    "acts": scenarios.ACTS,
    "posts": scenarios.POSTS,
}


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS.keys())
def test_a_kill_before_any_side_effect_is_mended(scenario: Scenario, fast_folder: Path) -> None:
    points = KillPoints(found(fast_folder / "office"), scenario, fast_folder / "store")

    assert points.faults_without_kill() == []
    assert list(points.faults()) == []


def test_a_kill_in_the_middle_of_any_write_is_mended(fast_folder: Path) -> None:
    points = KillPoints(found(fast_folder / "office"), scenarios.MANY, fast_folder / "store")

    assert list(points.faults(torn=True)) == []


def test_a_kill_of_a_relay_with_threads_is_mended(fast_folder: Path) -> None:
    points = KillPoints(found(fast_folder / "office"), scenarios.MANY, fast_folder / "store")

    assert list(points.faults(threads=True)) == []


def test_the_watched_side_effects_are_all_there_are() -> None:
    public = {name for name in vars(Disk) if not name.startswith("_")}

    assert public == set(CALLS)
