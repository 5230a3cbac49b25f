"""What became of one draft that somebody waits for."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Literal

from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Rejected
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.read_models.facts import entry_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """The relay's verdict on one draft, as a waiting sender needs it."""

    verdict: Literal["accepted", "held", "rejected", "decided"]
    id: str
    height: int
    check: str = ""
    reason: str = ""
    hint: str = ""
    also: tuple[Fault, ...] = ()
    author: str = ""
    session: str = ""


def outcome_of(
    connection: sqlite3.Connection, journal: JournalReader, message_id: str, sha256: str, after: int
) -> Verdict | None:
    """The verdict that the draft of this id and hash got above height `after`; None while there is none.

    Beyond the headline the faults are the journal's own.
    """
    found = connection.execute(
        "SELECT verdict, id, height, check_name, reason, hint, author, session FROM message "
        "WHERE (id = ?1 AND ?1 != '' OR ?1 = '' AND sha256 = ?2) AND height > ?3 ORDER BY height LIMIT 1",
        (message_id, sha256, after),
    ).fetchone()
    if found is None:
        return None
    verdict, found_id, height, check, reason, hint, author, session = found
    if verdict in ("approved", "declined"):
        verdict = "held"
    elif verdict == "decision":
        verdict = "decided"
    also = _also(connection, journal, int(height)) if verdict == "rejected" else ()
    return Verdict(verdict, found_id, int(height), check, reason, hint, also, author, session)


def _also(connection: sqlite3.Connection, journal: JournalReader, height: int) -> tuple[Fault, ...]:
    entry = entry_of(connection, journal, height)
    if entry is None or not isinstance(entry.record, Rejected):
        return ()
    return tuple(Fault(also.check, also.reason) for also in entry.record.also)
