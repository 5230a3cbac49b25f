"""A message's bytes out of its journal line, so that a lost or changed file can be restored to the letter."""

from __future__ import annotations

from mailbox_gui.core.journal.records import Accepted, Decided, Held
from mailbox_gui.core.message.composing import canonical_head


def message_bytes(record: Accepted | Held | Decided) -> bytes:
    """The bytes of the message that the line is of; the caller compares their hash where it knows it.

    Raises ValueError for a header that no message can carry, which only a tampered line has.
    """
    head = canonical_head(record.header) if record.head is None else record.head
    return (head + record.body).encode("utf-8")


def head_to_keep(header: dict[str, str], head: str) -> str | None:
    """The member `head` of a record: None when `message_bytes` rebuilds the header block from `header` alone."""
    # The usual header is its fields written plainly. It was read from this very text, so that no field needs quotes;
    # this spares asking the grammar for each of them, for each message.
    if head == "".join(("---\n", *(f"{key}: {value}\n" for key, value in header.items()), "---\n")):
        return None
    try:
        return None if canonical_head(header) == head else head
    except ValueError:
        return head
