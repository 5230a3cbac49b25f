"""Moments on disk: RFC 3339 with an offset, strictly; inside the program UTC datetimes."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

_MOMENT = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?"
    r"(?:Z|([+-])([0-9]{2}):([0-9]{2}))"
)


def parse_moment(text: str) -> datetime:
    """The moment that `text` names, in UTC; digits behind the microsecond are dropped.

    Capital `T` and `Z`, an offset, years 0001-9999, seconds 00-59, at most nine decimals (docs/protocol.md). Raises
    ValueError whose text says in plain words what is wrong, without repeating `text`.
    """
    match = _MOMENT.fullmatch(text)
    if match is None:
        raise ValueError(_what_is_wrong(text))
    year, month, day, hour, minute, second, decimals, sign, offset_hours, offset_minutes = match.groups()
    microsecond = int(decimals[:6].ljust(6, "0")) if decimals else 0
    try:
        moment = datetime(int(year), int(month), int(day), int(hour), int(minute), int(second), microsecond, UTC)
    except ValueError as error:
        raise ValueError(_out_of_range(int(year), int(month), int(day), int(hour), int(minute))) from error
    if sign is None:
        return moment
    hours, minutes = int(offset_hours), int(offset_minutes)
    if hours > 23 or minutes > 59:
        raise ValueError("the offset goes from -23:59 to +23:59")
    offset = timedelta(hours=hours, minutes=minutes)
    try:
        return moment.replace(tzinfo=timezone(-offset if sign == "-" else offset)).astimezone(UTC)
    except OverflowError as error:
        raise ValueError("in UTC it lies outside the years 0001 to 9999") from error


def format_moment(moment: datetime) -> str:
    """`YYYY-MM-DDTHH:MM:SS.mmmZ` in UTC, what the relay writes. ValueError for a datetime without a time zone."""
    at = _utc(moment)
    return f"{_stamp(at)}.{at.microsecond // 1000:03d}Z"


def format_second(moment: datetime) -> str:
    """`YYYY-MM-DDTHH:MM:SSZ` in UTC, what drafts carry in `created`. ValueError without a time zone."""
    return f"{_stamp(_utc(moment))}Z"


def _utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        # astimezone() would take it for local time without a word.
        raise ValueError("a moment needs a time zone")
    return moment.astimezone(UTC)


def _stamp(at: datetime) -> str:
    # strftime("%Y") does not pad years below 1000 on Linux.
    return f"{at.year:04d}-{at.month:02d}-{at.day:02d}T{at.hour:02d}:{at.minute:02d}:{at.second:02d}"


# Tried in order on what the strict grammar refused, so that the reason says the one thing to change.
_NEAR_MISSES = (
    (re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"), "the time and the offset are missing"),
    (re.compile(r"[^.,]*[.,][0-9]{10,}.*"), "more than nine decimals"),
    (re.compile(r"[^,]*,[0-9]+.*"), "the decimals stand behind a point, not a comma"),
    (re.compile(r".{10}t.*"), "the T between date and time must be a capital"),
    (re.compile(r".{10}[ _].*"), "date and time are joined by a capital T"),
    (re.compile(r".*[0-9]z"), "the Z at the end must be a capital"),
    (re.compile(r".{10}T[0-9]{2}:[0-9]{2}(?:Z|[+-].*)?"), "the seconds are missing"),
    (re.compile(r".{10}T[0-9:]{8}(?:\.[0-9]+)?"), "the offset is missing (Z for UTC)"),
    (re.compile(r".{10}T.*[+-][0-9]{2}(?:[0-9]{2})?"), "an offset is written +HH:MM"),
)


def _what_is_wrong(text: str) -> str:
    for pattern, reason in _NEAR_MISSES:
        if pattern.fullmatch(text):
            return reason
    return "it is not a date and time of RFC 3339"


def _out_of_range(year: int, month: int, day: int, hour: int, minute: int) -> str:
    if year == 0:
        return "years go from 0001 to 9999"
    if not 1 <= month <= 12:
        return "months go from 01 to 12"
    if not 1 <= day <= 31:
        return "days go from 01 to 31"
    if hour > 23:
        return "hours go from 00 to 23"
    if minute > 59:
        return "minutes go from 00 to 59"
    try:
        datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return "that month has no such day"
    return "seconds go from 00 to 59"
