"""A conversation: a message, what it answers, and what answered it, in the order of the journal."""

from __future__ import annotations

import sqlite3
from typing import Final

from mailbox_gui.core.read_models.messages import TAKEN
from mailbox_gui.core.read_models.rows import COLUMNS, MessageRow, rows

# Longer conversations exist only as loops; their newest messages are left out.
_MOST: Final = 1000

# Up along `ref` to the first message that is known, then down to everything that refers to one of them. A refused draft
# is part of a conversation only where it is the one asked for: it never reached anybody.
_THREAD: Final = f"""
WITH RECURSIVE
    above (id, ref) AS (
        SELECT id, ref FROM message INDEXED BY message_taken_id WHERE id = :id AND {TAKEN}
        UNION SELECT id, ref FROM message INDEXED BY message_refused_id
            WHERE id = :id AND verdict = 'rejected' AND id <> ''
        UNION SELECT m.id, m.ref FROM above JOIN message AS m INDEXED BY message_taken_id ON m.id = above.ref
            WHERE m.{TAKEN}
        LIMIT {_MOST}
    ),
    whole (id) AS (
        SELECT id FROM above
        UNION SELECT m.id FROM whole JOIN message AS m INDEXED BY message_ref ON m.ref = whole.id
            WHERE m.ref <> '' AND m.{TAKEN}
        LIMIT {_MOST}
    )
SELECT {COLUMNS} FROM message INDEXED BY message_taken_id WHERE id IN (SELECT id FROM whole) AND {TAKEN}
UNION
SELECT {COLUMNS} FROM (
    SELECT * FROM message INDEXED BY message_refused_id WHERE id = :id AND verdict = 'rejected' AND id <> ''
    AND NOT EXISTS (SELECT 1 FROM message AS taken INDEXED BY message_taken_id WHERE taken.id = :id AND taken.{TAKEN})
    ORDER BY height DESC LIMIT 1
)
ORDER BY height
"""


def thread(connection: sqlite3.Connection, message_id: str) -> list[MessageRow]:
    """The conversation that the message belongs to, oldest first; empty when there is no such message."""
    return rows(connection.execute(_THREAD, {"id": message_id}))
