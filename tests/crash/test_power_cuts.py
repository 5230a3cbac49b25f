"""Power cuts in the model of `tests/support/unsynced.py`: at every side effect, the unsynced lost or half there."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from tests.crash import scenarios
from tests.support.kill_points import Scenario
from tests.support.mutants import NoContentSettling, NoJournalSync, NoNameSettling, without_mending
from tests.support.post_office import found
from tests.support.power_cut import PowerCuts

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
def test_a_power_cut_before_any_side_effect_is_mended(scenario: Scenario, fast_folder: Path) -> None:
    cuts = PowerCuts(found(fast_folder / "office"), scenario)

    assert list(cuts.faults()) == []


@pytest.mark.crash
@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS.keys())
def test_a_recovery_that_is_cut_or_killed_itself_is_mended(scenario: Scenario, fast_folder: Path) -> None:
    cuts = PowerCuts(found(fast_folder / "office"), scenario)

    assert list(cuts.faults_of_second_ends(first=0.02)) == []


def test_a_short_recovery_that_is_cut_or_killed_itself_is_mended(fast_folder: Path) -> None:
    cuts = PowerCuts(found(fast_folder / "office"), scenarios.FEW)

    assert list(cuts.faults_of_second_ends(first=0.005)) == []
    assert cuts.states > 0


@pytest.mark.parametrize("mutant", [NoJournalSync, NoContentSettling, NoNameSettling])
def test_a_missing_sync_is_caught(mutant: type[Disk], fast_folder: Path) -> None:
    cuts = PowerCuts(found(fast_folder / "office"), scenarios.FEW)

    assert next(cuts.faults(mutant), None) is not None


def test_a_missing_mending_is_caught(fast_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cuts = PowerCuts(found(fast_folder / "office"), scenarios.FEW)
    without_mending(monkeypatch)

    assert next(cuts.faults(), None) is not None
