"""How alive the agents are: when last seen, how much a day, and who may be answering each other in a circle."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from mailbox_gui.core.read_models.lines import first_height_since
from mailbox_gui.core.read_models.mailboxes import refused, sent
from mailbox_gui.core.read_models.moments_sql import from_milliseconds, to_milliseconds

DAYS: Final = 7


@dataclass(frozen=True, slots=True)
class DayCount:
    """One day of an agent: messages that were accepted or held, and those whose file came back."""

    day: date
    sent: int
    refused: int


@dataclass(frozen=True, slots=True)
class AgentActivity:
    """`seen` is when the relay last judged something from the agent; `days` are the last seven, today the last."""

    agent: str
    seen: datetime | None
    days: tuple[DayCount, ...]


@dataclass(frozen=True, slots=True)
class SuspectedLoop:
    """A chain of replies and notes that came back to an agent `returns` times within an hour.

    `agents` in the order in which they wrote; `first` and `last` are the heights of its first and newest message.
    """

    agents: tuple[str, ...]
    returns: int
    first: int
    last: int
    last_at: datetime


def activity(connection: sqlite3.Connection, agents: Iterable[str], now: datetime) -> list[AgentActivity]:
    """Of each agent; days begin at midnight of the time zone of `now`."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    days = [(midnight - timedelta(days=back)).date() for back in reversed(range(DAYS))]
    edges = [
        first_height_since(connection, to_milliseconds(_midnight(day, now))) for day in [*days, days[-1] + timedelta(1)]
    ]
    found: list[AgentActivity] = []
    for agent in agents:
        boxes = (sent(agent), refused(agent))
        counted = tuple(
            DayCount(day, *(box.between(first, beyond).count(connection) for box in boxes))
            for day, first, beyond in zip(days, edges, edges[1:], strict=False)
        )
        found.append(AgentActivity(agent, last_seen(connection, agent), counted))
    return found


def last_seen(connection: sqlite3.Connection, agent: str) -> datetime | None:
    """When the relay last judged a draft of `agent`, None when it never did."""
    found = connection.execute(
        "SELECT at FROM message INDEXED BY message_sender WHERE sender = ? ORDER BY height DESC LIMIT 1", (agent,)
    ).fetchone()
    return None if found is None else from_milliseconds(found[0])


def suspected_loops(
    connection: sqlite3.Connection, now: datetime, within: timedelta = timedelta(hours=24)
) -> list[SuspectedLoop]:
    """Loops whose newest message is not older than `within`, the newest first."""
    found = connection.execute(
        "SELECT agents, returns, first, last, last_at FROM loop WHERE last_at >= ? ORDER BY last_at DESC, first DESC",
        (to_milliseconds(now - within),),
    )
    return [
        SuspectedLoop(tuple(json.loads(agents)), returns, first, last, from_milliseconds(last_at))
        for agents, returns, first, last, last_at in found
    ]


def _midnight(day: date, now: datetime) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=now.tzinfo)
