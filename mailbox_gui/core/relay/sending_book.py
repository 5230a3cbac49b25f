"""Who sent how much in the last 24 hours: sliding windows in memory, seeded from the index at start."""

from __future__ import annotations

from collections import defaultdict, deque
from datetime import datetime, timedelta

DAY = timedelta(hours=24)
# After this many refusals by the daily limit within 24 hours the sender's outbox is paused (docs/protocol.md).
PAUSE_AFTER = 20


class SendingBook:
    """Moments of accepted and held messages, and of refusals by the daily limit, per sender."""

    def __init__(self) -> None:
        self._sent: defaultdict[str, deque[datetime]] = defaultdict(deque)
        self._over: defaultdict[str, deque[datetime]] = defaultdict(deque)

    def sent(self, sender: str, at: datetime) -> None:
        """Count an accepted or held message."""
        self._sent[sender].append(at)

    def over_limit(self, sender: str, at: datetime) -> None:
        """Count a refusal by the daily limit."""
        self._over[sender].append(at)

    def forgive(self, sender: str) -> None:
        """Forget refusals by the limit: the owner resumed the sender."""
        self._over.pop(sender, None)

    def forget(self, sender: str) -> None:
        """Forget everything about `sender`, to be counted anew."""
        self._sent.pop(sender, None)
        self._over.pop(sender, None)

    def sent_last_day(self, sender: str, now: datetime) -> int:
        """How many messages of `sender` count against its limit now."""
        return _within(self._sent[sender], now)

    def is_flood(self, sender: str, now: datetime) -> bool:
        """Whether the refusals by the limit in the last 24 hours call for a pause."""
        return _within(self._over[sender], now) >= PAUSE_AFTER


def _within(moments: deque[datetime], now: datetime) -> int:
    limit = now - DAY
    while moments and moments[0] <= limit:
        moments.popleft()
    return len(moments)
