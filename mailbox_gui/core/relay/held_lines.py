"""Held messages as the journal has them: the index only says where they lie."""

from __future__ import annotations

import sqlite3

from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Held
from mailbox_gui.core.read_models.facts import entry_of, known
from mailbox_gui.core.relay.finishing import HeldMessage


def held_line(connection: sqlite3.Connection, reader: JournalReader, message_id: str) -> Held | None:
    """The journal's line of the held message of that id; None also where the index leads astray."""
    fact = known(connection, message_id)
    entry = entry_of(connection, reader, fact.height) if fact is not None else None
    if entry is None or not isinstance(entry.record, Held) or entry.record.id != message_id:
        return None
    return entry.record


def held_message(connection: sqlite3.Connection, reader: JournalReader, message_id: str) -> HeldMessage | None:
    """What finishing a decision needs to know of the held message of that id."""
    held = held_line(connection, reader, message_id)
    if held is None:
        return None
    return HeldMessage(held.id, held.folder, held.header["to"], held.file, message_bytes(held))
