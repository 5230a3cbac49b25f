"""Progress: never backwards, never beyond the end, not too often."""

from __future__ import annotations

from mailbox_gui.core.export.progress import Meter, silent


def test_it_is_told_now_and_then() -> None:
    told: list[tuple[int, int]] = []
    meter = Meter(lambda done, total: told.append((done, total)), 10 << 20)
    for _ in range(10_000):
        meter.add(2_000)
    meter.end()
    assert told[0] == (0, 10 << 20)
    assert told[-1] == (10 << 20, 10 << 20)
    assert told == sorted(told)
    assert len(told) < 20


def test_who_does_not_want_to_know_is_not_bothered() -> None:
    meter = Meter(silent, 0)
    meter.add(5)
    meter.end()
