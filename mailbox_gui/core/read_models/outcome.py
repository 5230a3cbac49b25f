"""What became of one draft that somebody waits for."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Verdict:
    """The relay's verdict on one draft, as a waiting sender needs it."""

    verdict: Literal["accepted", "held", "rejected", "decided"]
    id: str
    height: int
    check: str = ""
    reason: str = ""
    hint: str = ""


def outcome_of(connection: sqlite3.Connection, message_id: str, sha256: str, after: int) -> Verdict | None:
    """The verdict that the draft of this id and hash got above height `after`; None while there is none."""
    found = connection.execute(
        "SELECT verdict, id, height, check_name, reason, hint FROM message "
        "WHERE (id = ?1 AND ?1 != '' OR ?1 = '' AND sha256 = ?2) AND height > ?3 ORDER BY height LIMIT 1",
        (message_id, sha256, after),
    ).fetchone()
    if found is None:
        return None
    verdict, *rest = found
    if verdict in ("approved", "declined"):
        verdict = "held"
    elif verdict == "decision":
        verdict = "decided"
    return Verdict(verdict, *rest)
