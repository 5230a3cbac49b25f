"""What waits for the owner, and what the owner decided: views of held messages, derived and never stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.listing import Listing
from mailbox_gui.core.read_models.messages import SETTLED, TAKEN, WAITING
from mailbox_gui.core.read_models.rows import MessageRow

QUEUE: Final = Listing("message_waiting", WAITING)
DECIDED: Final = Listing("message_settled", SETTLED, order="decided_height")

# Rows that are read at a time where all of them are wanted.
PAGE: Final = 500

# An answer is what the sender of the held message wrote with a ref to the question.
_ASKED: Final = f"""
SELECT held.id, question.height, (
    SELECT min(answer.height) FROM message AS answer INDEXED BY message_ref
    WHERE answer.ref = question.id AND answer.ref <> '' AND answer.{TAKEN} AND answer.sender = held.sender
)
FROM message AS held INDEXED BY message_waiting
CROSS JOIN message AS question INDEXED BY message_ref ON question.ref = held.id AND question.ref <> ''
WHERE held.{WAITING} AND question.sender = '{OWNER}' AND question.kind = 'question' AND question.{TAKEN}
ORDER BY question.height
"""


def waiting(connection: sqlite3.Connection, after: int = 0, limit: int = 1000) -> list[MessageRow]:
    """The held messages above the height `after`, the one that waits longest first."""
    return QUEUE.oldest(connection, after, limit)


def all_waiting(connection: sqlite3.Connection) -> Iterator[MessageRow]:
    """Every held message, the one that waits longest first, however many there are."""
    after = 0
    while page := waiting(connection, after, PAGE):
        yield from page
        after = page[-1].height


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


@dataclass(frozen=True, slots=True)
class AskedBack:
    """The owner's newest question about a held message: its height, and the answer's, None while it is awaited."""

    asked: int
    answered: int | None


def asked_back(connection: sqlite3.Connection) -> dict[str, AskedBack]:
    """Of the held messages that the owner asked about, by their ids."""
    found = connection.execute(_ASKED)
    return {message_id: AskedBack(asked, answered) for message_id, asked, answered in found}
