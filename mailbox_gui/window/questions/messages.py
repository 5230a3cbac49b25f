"""One opened message."""

from __future__ import annotations

from datetime import datetime

from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.questions.source import Source


def message_view(source: Source, key: str, now: datetime) -> MessageView | None:
    """The message with this key, None when there is none."""
    raise NotImplementedError
