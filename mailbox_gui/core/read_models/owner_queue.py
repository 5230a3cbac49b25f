"""What waits for the owner, and what the owner decided: views of held messages, derived and never stored."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Final

from mailbox_gui.core.read_models.listing import Listing
from mailbox_gui.core.read_models.messages import SETTLED, WAITING
from mailbox_gui.core.read_models.rows import MessageRow

QUEUE: Final = Listing("message_waiting", WAITING)
DECIDED: Final = Listing("message_settled", SETTLED, order="decided_height")


def waiting(connection: sqlite3.Connection, after: int = 0, limit: int = 1000) -> list[MessageRow]:
    """The held messages above the height `after`, the one that waits longest first."""
    return QUEUE.oldest(connection, after, limit)


def waiting_count(connection: sqlite3.Connection) -> int:
    """The badge: how many `waiting` lists."""
    return QUEUE.count(connection)


def decided_since(
    connection: sqlite3.Connection, moment: datetime, before: int | None = None, limit: int = 200
) -> list[MessageRow]:
    """Messages the owner approved or declined at or after `moment`, the newest decision first.

    `before` is the `decided_height` of the last row of the page before.
    """
    return DECIDED.since(connection, moment).page(connection, before, limit)


def decided_count_since(connection: sqlite3.Connection, moment: datetime) -> int:
    """How many `decided_since` lists."""
    return DECIDED.since(connection, moment).count(connection)
