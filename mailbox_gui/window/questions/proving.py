"""Verifies who signed the rows of a list, out of the journal's own lines, and remembers what was verified."""

from __future__ import annotations

import sqlite3

from mailbox_gui.core.journal.entry import DamagedLine
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Decided
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.detail import require_its_own
from mailbox_gui.core.read_models.facts import entry_of
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.core.read_models.signature_state import UNSIGNED, SignatureState, signature_state

_MOST = 50_000
_VERDICTS = {"approved": "approve", "declined": "decline"}


class RowProofs:
    """The index is only a copy that others may write: what it says of a signer is proved before it is shown.

    A tenth of a millisecond or two for a signed row, once.
    """

    def __init__(self, journal: JournalReader) -> None:
        self._journal = journal
        self._known: dict[MessageRow, SignatureState] = {}
        self._decided: dict[tuple[MessageRow, str], bool] = {}

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

    def decided(self, connection: sqlite3.Connection, row: MessageRow, owner_key: str | None) -> bool:
        """Whether the owner's own signed decision says what the row of a held message tells of it: verdict and note."""
        if row.decided_height is None or not owner_key:
            return False
        known = self._decided.get((row, owner_key))
        if known is None:
            if len(self._decided) >= _MOST:
                self._decided.clear()
            known = self._decided[row, owner_key] = self._prove_decision(connection, row, row.decided_height, owner_key)
        return known

    def _prove_decision(self, connection: sqlite3.Connection, row: MessageRow, height: int, owner_key: str) -> bool:
        try:
            entry = entry_of(connection, self._journal, height)
        except (DamagedLine, OSError):
            return False
        if entry is None or not isinstance(entry.record, Decided):
            return False
        # Only what the signature covers counts: header and body, not the journal's own members beside them.
        header, note = entry.record.header, entry.record.body.strip()
        told = (header.get("ref"), header.get("sha256"), header.get("verdict"), note)
        if told != (row.id, row.sha256, _VERDICTS.get(row.verdict), row.note):
            return False
        signature = signature_state(connection, entry)
        return signature.state == "signed" and not signature.session and signature.author == owner_key

    def _prove(self, connection: sqlite3.Connection, row: MessageRow) -> SignatureState:
        try:
            entry = entry_of(connection, self._journal, row.height)
            if entry is None:
                return SignatureState("broken", reason="the journal has no such line")
            require_its_own(row, entry)
        except (DamagedLine, OSError) as error:
            return SignatureState("broken", reason=str(error))
        return signature_state(connection, entry)
