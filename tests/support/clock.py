"""A clock that a test sets, so that 24 hours pass in no time and every run is the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class SetClock:
    """Stands still until it is moved; `tick` is added at each look, so that lines can be told apart."""

    def __init__(self, now: datetime = NOON, tick: timedelta = timedelta(milliseconds=1)) -> None:
        self.now = now
        self.tick = tick

    def __call__(self) -> datetime:
        self.now += self.tick
        return self.now

    def move(self, **by: float) -> None:
        """Forward or back: `move(hours=25)`, `move(minutes=-3)`."""
        self.now += timedelta(**by)
