"""Verifies who signed the rows of a list, out of the journal's own lines, and remembers what was verified."""

from __future__ import annotations

import sqlite3

from mailbox_gui.core.journal.entry import DamagedLine
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.detail import require_its_own
from mailbox_gui.core.read_models.facts import entry_of
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.core.read_models.signature_state import UNSIGNED, SignatureState, signature_state

_MOST = 50_000


class RowProofs:
    """The index is only a copy that others may write: what it says of a signer is proved before it is shown.

    A tenth of a millisecond or two for a signed row, once.
    """

    def __init__(self, journal: JournalReader) -> None:
        self._journal = journal
        self._known: dict[MessageRow, SignatureState] = {}

    def of(self, connection: sqlite3.Connection, row: MessageRow) -> SignatureState:
        """Who signed a row's message. One that nobody claims to have signed is not looked at, but for the owner's."""
        if not (row.author or row.session or (row.sender == OWNER and row.verdict != "rejected")):
            return UNSIGNED
        known = self._known.get(row)
        if known is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            known = self._known[row] = self._prove(connection, row)
        return known

    def _prove(self, connection: sqlite3.Connection, row: MessageRow) -> SignatureState:
        try:
            entry = entry_of(connection, self._journal, row.height)
            if entry is None:
                return SignatureState("broken", reason="the journal has no such line")
            require_its_own(row, entry)
        except (DamagedLine, OSError) as error:
            return SignatureState("broken", reason=str(error))
        return signature_state(connection, entry)
