"""What the owner's queue and inbox show."""

from __future__ import annotations

from datetime import datetime

from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.ids import is_id
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.mailboxes import inbox
from mailbox_gui.core.read_models.owner_queue import (
    DECIDED,
    QUEUE,
    decided_count_since,
    decided_since,
    waiting,
    waiting_count,
)
from mailbox_gui.window.models.inbox_contents import InboxContents
from mailbox_gui.window.models.queue_contents import QueueContents
from mailbox_gui.window.questions.messages import queue_flag
from mailbox_gui.window.questions.rows import list_row
from mailbox_gui.window.questions.source import Source


def queue_contents(source: Source, now: datetime, most: int = 1000, *, newest_first: bool = False) -> QueueContents:
    """What waits and what was decided since midnight of the owner's day.

    Of what waits, `most` rows of the end that is shown first.
    """
    midnight = now.astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    held = QUEUE.page(source.connection, limit=most)[::-1] if newest_first else waiting(source.connection, limit=most)
    decided = decided_since(source.connection, midnight)
    last = DECIDED.page(source.connection, limit=1)
    return QueueContents(
        tuple(list_row(source, row, now, flag=queue_flag(source, row)) for row in held),
        tuple(list_row(source, row, now, by_decision=True) for row in decided),
        last[0].decided_at if last else None,
        more=max(0, waiting_count(source.connection) - len(held)) if len(held) >= most else 0,
        decided_count=decided_count_since(source.connection, midnight),
    )


def inbox_contents(source: Source, now: datetime) -> InboxContents:
    """The files of the owner's inbox, newest first. Raises OSError when the folder cannot be read."""
    height = source.height
    found = inbox(source.connection, source.inbox_folder(OWNER), OWNER)
    unknown = found.unknown
    if unknown and source.journal.last_height() > height:
        # Mail lies in the folder before the index has its line: a moment later it is known.
        unknown = tuple(name for name in unknown if not is_id(name.removesuffix(".md")))
    return InboxContents(
        tuple(list_row(source, row, now, unread=True) for row in found.mail),
        tuple(visible(name) for name in unknown),
    )
