"""Strangeness: names and words have little of it, what is drawn has much."""

from __future__ import annotations

import pytest

from mailbox_gui.core.checks.secret_scan.spelling import runs, strangeness, turns
from tests.core.checks.secret_scan.made_up import ALNUM, drawn


@pytest.mark.parametrize(
    "name", ["", "password2", "databaseName", "site2026", "HttpServer2", "DB_PASSWORD", "Abteilung12", "release-notes"]
)
def test_names_are_not_strange(name: str) -> None:
    assert strangeness(name) <= 1.5


@pytest.mark.parametrize("seed", range(10))
def test_what_is_drawn_is_strange(seed: int) -> None:
    assert strangeness(drawn(ALNUM, 15, seed)) >= 3


def test_runs_and_turns() -> None:
    assert runs("abcDef12XYZ-g") == ["abc", "Def", "12", "XYZ", "-", "g"]
    assert [turns(chunk) for chunk in ("", "abc", "abc1", "a1b2", "12ab34cd")] == [0, 0, 1, 3, 3]
