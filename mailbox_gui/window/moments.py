"""Moments in words: ages, stamps of lists and the exact time of tooltips, in the owner's time zone."""

from __future__ import annotations

from datetime import datetime, timedelta

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def age(span: timedelta) -> str:
    """`26 s`, `48 min`, `2 h 10 min`, `3 d 4 h`; a moment in the future counts as now."""
    seconds = max(0, int(span.total_seconds()))
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if seconds < 60:
        return f"{seconds} s"
    if hours < 1:
        return f"{minutes} min"
    if days < 1:
        rest = minutes % 60
        return f"{hours} h {rest} min" if rest else f"{hours} h"
    rest = hours % 24
    return f"{days} d {rest} h" if rest and days < 7 else f"{days} d"


def spoken_age(span: timedelta) -> str:
    """The age for a screen reader: `2 hours 10 minutes`."""
    words = {"s": "second", "min": "minute", "h": "hour", "d": "day"}
    parts = age(span).split()
    said = []
    for number, unit in zip(parts[::2], parts[1::2], strict=True):
        said.append(f"{number} {words[unit]}{'' if number == '1' else 's'}")
    return " ".join(said)


def clock(moment: datetime) -> str:
    """`12:42`."""
    return moment.astimezone().strftime("%H:%M")


def day(moment: datetime, now: datetime) -> str:
    """`30 Nov`, with the year when it is another one."""
    local, today = moment.astimezone(), now.astimezone()
    short = f"{local.day} {_MONTHS[local.month - 1]}"
    return short if local.year == today.year else f"{short} {local.year}"


def stamp(moment: datetime, now: datetime) -> str:
    """The clock for today, the day for earlier."""
    return clock(moment) if moment.astimezone().date() == now.astimezone().date() else day(moment, now)


def long_stamp(moment: datetime, now: datetime) -> str:
    """`today, 12:42`, `yesterday, 09:10`, `tomorrow, 09:00`, `28 Nov, 18:00`."""
    days = (now.astimezone().date() - moment.astimezone().date()).days
    name = {-1: "tomorrow", 0: "today", 1: "yesterday"}.get(days) or day(moment, now)
    return f"{name}, {clock(moment)}"


def exact(moment: datetime) -> str:
    """The whole moment, with its zone."""
    local = moment.astimezone()
    return f"{local:%Y-%m-%d %H:%M:%S} {local.tzname() or ''}".rstrip()


def table_stamp(moment: datetime, now: datetime) -> str:
    """`30 Nov 13:26:04`, one width for one day."""
    return f"{day(moment, now)} {moment.astimezone():%H:%M:%S}"
