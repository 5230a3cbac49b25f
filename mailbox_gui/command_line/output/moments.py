"""Moments as a person reads them: local time, with its offset where one moment stands alone."""

from __future__ import annotations

from datetime import datetime, timedelta


def short(moment: datetime) -> str:
    """`2026-11-30 14:03`, local time: for lists."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def full(moment: datetime) -> str:
    """`2026-11-30 14:03:02 +02:00`, local time."""
    local = moment.astimezone()
    offset = f"{local:%z}"
    return f"{local:%Y-%m-%d %H:%M:%S} {offset[:3]}:{offset[3:5]}"


def age(span: timedelta) -> str:
    """`3 s`, `5 min`, `2 h`, `4 d`: how long something has lasted, in its largest whole unit."""
    seconds = max(int(span.total_seconds()), 0)
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"
