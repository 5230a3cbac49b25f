"""Kills catch what kills can show: mail published before its line, and an id taken twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash import scenarios
from tests.support.kill_points import KillPoints
from tests.support.life import one_life
from tests.support.mutants import PublishBeforeJournal, without_id_check
from tests.support.post_office import found

# Thousands of small steps: on a machine that is busy with other things they take their time.
pytestmark = pytest.mark.timeout(900)


def test_publishing_before_the_journal_is_caught(fast_folder: Path) -> None:
    made = found(fast_folder / "office")
    one_life(made.office)
    points = KillPoints(made, scenarios.FEW, fast_folder / "store")

    assert any("uncommitted" in fault for fault in points.faults(PublishBeforeJournal))


def test_a_missing_id_check_is_caught(fast_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_id_check(monkeypatch)
    points = KillPoints(found(fast_folder / "office"), scenarios.MANY, fast_folder / "store")

    assert any("was taken 2 times" in fault for fault in points.faults_without_kill())
