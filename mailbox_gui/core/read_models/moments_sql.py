"""How moments lie in the index: whole milliseconds since 1970 in UTC, which sort and subtract as numbers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def to_milliseconds(moment: datetime) -> int:
    """Milliseconds since 1970 of an aware `moment`; exact for every year from 1 to 9999, negative before 1970."""
    return (moment - EPOCH) // _MILLISECOND


def from_milliseconds(count: int) -> datetime:
    """The moment in UTC that `to_milliseconds` made `count` of."""
    return EPOCH + timedelta(milliseconds=count)
