"""Moments in words."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from mailbox_gui.command_line.output.moments import age, full, short


@pytest.fixture(autouse=True)
def _two_hours_east(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "XYZ-2")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_local_time_with_its_offset() -> None:
    moment = datetime(2026, 11, 30, 12, 3, 2, tzinfo=UTC)
    assert short(moment) == "2026-11-30 14:03"
    assert full(moment) == "2026-11-30 14:03:02 +02:00"


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(-5, "0 s"), (0.4, "0 s"), (59, "59 s"), (60, "1 min"), (3_599, "59 min"), (7_200, "2 h"), (200_000, "2 d")],
)
def test_ages(seconds: float, expected: str) -> None:
    assert age(timedelta(seconds=seconds)) == expected
