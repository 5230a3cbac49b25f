"""Moments in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from mailbox_gui.window.moments import age, day, long_stamp, spoken_age, stamp

NOW = datetime(2026, 11, 30, 14, 52, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seconds", "words", "spoken"),
    [
        (-5, "0 s", "0 seconds"),
        (1, "1 s", "1 second"),
        (59, "59 s", "59 seconds"),
        (60, "1 min", "1 minute"),
        (2880, "48 min", "48 minutes"),
        (7800, "2 h 10 min", "2 hours 10 minutes"),
        (7200, "2 h", "2 hours"),
        (86_400, "1 d", "1 day"),
        (100_800, "1 d 4 h", "1 day 4 hours"),
        (864_000 + 7200, "10 d", "10 days"),
    ],
)
def test_ages(seconds: int, words: str, spoken: str) -> None:
    assert age(timedelta(seconds=seconds)) == words
    assert spoken_age(timedelta(seconds=seconds)) == spoken


def test_stamps() -> None:
    assert stamp(NOW.replace(hour=12, minute=42), NOW) == NOW.replace(hour=12, minute=42).astimezone().strftime("%H:%M")
    assert stamp(NOW - timedelta(days=3), NOW) == "27 Nov"
    assert day(NOW - timedelta(days=400), NOW).endswith(" 2025")
    assert long_stamp(NOW, NOW).startswith("today, ")
    assert long_stamp(NOW - timedelta(days=1), NOW).startswith("yesterday, ")
    assert long_stamp(NOW - timedelta(days=2), NOW).startswith("28 Nov, ")
