"""Which channel is meant: by its id, at least a few digits that it begins with, or its name where one has it."""

from __future__ import annotations

from mailbox_gui.command_line.shell.failure import AnswerIsNoError
from mailbox_gui.core.channels.book import ChannelBook
from mailbox_gui.core.channels.spelling import canonical_channel_id
from mailbox_gui.core.channels.values import Channel


def channel_meant(book: ChannelBook, text: str) -> Channel:
    """The channel called `text`. Raises AnswerIsNoError."""
    try:
        wanted = canonical_channel_id(text.strip())
    except ValueError:
        wanted = text
    found = [channel for channel in book.channels() if channel.id == wanted]
    found = found or [channel for channel in book.channels() if channel.name == text]
    found = found or [channel for channel in book.channels() if len(text) >= 4 and channel.id.startswith(text.lower())]
    if len(found) == 1:
        return found[0]
    if found:
        raise AnswerIsNoError(f"{text!r} could be any of {', '.join(channel.id for channel in found[:5])}: give the id")
    raise AnswerIsNoError(f"there is no channel {text!r}; mailbox channel list shows them")
