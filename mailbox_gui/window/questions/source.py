"""What questions read from: the index, read-only, and the folders of the post office; for the reader thread alone."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.read_models.rows import MessageRow


@dataclass
class Source:
    """One reading of a post office."""

    office: PostOffice
    connection: sqlite3.Connection
    rules: Rules | None
    owner_key: str | None

    def queue_flag(self, row: MessageRow) -> str:
        """A state of a held message beside waiting."""
        return ""
