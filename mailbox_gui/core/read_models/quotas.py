"""How much of its daily number a participant has used, by the same count as the check that refuses."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from mailbox_gui.core.read_models.channels import posted_since
from mailbox_gui.core.read_models.facts import sent_since
from mailbox_gui.core.read_models.lines import first_height_since
from mailbox_gui.core.read_models.messages import COUNTED
from mailbox_gui.core.read_models.moments_sql import from_milliseconds, to_milliseconds

DAY: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Quota:
    """`sent` in the last 24 hours; `frees` is when the oldest of them no longer counts. The limit is in the rules."""

    sent: int
    frees: datetime | None


def quota(connection: sqlite3.Connection, agent: str, now: datetime) -> Quota:
    """The use of the daily number by `agent` at `now`: accepted and held messages count, whatever became of them."""
    since = now - DAY
    first = first_height_since(connection, to_milliseconds(since))
    oldest = connection.execute(
        f"SELECT at FROM message INDEXED BY message_counted WHERE sender = ? AND {COUNTED} AND height >= ? "
        "ORDER BY height LIMIT 1",
        (agent, first),
    ).fetchone()
    moments = [*(oldest or ()), *posted_since(connection, agent, first)[:1]]
    frees = from_milliseconds(min(moments)) + DAY if moments else None
    return Quota(sent_since(connection, agent, since), frees)
