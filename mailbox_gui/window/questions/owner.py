"""What the owner's queue and inbox show."""

from __future__ import annotations

from datetime import datetime

from mailbox_gui.core.read_models.owner_queue import DECIDED, decided_since, waiting
from mailbox_gui.window.models.queue_contents import QueueContents
from mailbox_gui.window.questions.rows import list_row
from mailbox_gui.window.questions.source import Source

_MOST = 1000


def queue_contents(source: Source, now: datetime) -> QueueContents:
    """What waits, and what was decided since midnight of the owner's day."""
    midnight = now.astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    held = waiting(source.connection, limit=_MOST)
    decided = decided_since(source.connection, midnight)
    last = DECIDED.page(source.connection, limit=1)
    owner = source.owner_key
    return QueueContents(
        tuple(list_row(row, now, owner_key=owner, flag=source.queue_flag(row)) for row in held),
        tuple(list_row(row, now, owner_key=owner) for row in decided),
        last[0].decided_at if last else None,
    )
