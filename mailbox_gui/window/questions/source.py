"""What questions read from: the index, read-only, and the folders of the post office; for the reader thread alone."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.keys.owner_key import owner_public
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.read_models.mailboxes import file_names
from mailbox_gui.core.read_models.reading import Reading
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.core.read_models.signature_state import SignatureState
from mailbox_gui.core.relay.rules_in_force import RulesInForce
from mailbox_gui.window.questions.proving import RowProofs


class Source:
    """One thread's reading of a post office. Everything is read anew at each question but the rules in force,
    which are read again when the journal has grown."""

    def __init__(self, office: PostOffice) -> None:
        self.office = office
        self.journal = JournalReader(office.journal)
        self._reading = Reading(office.index, office.journal)
        self._proofs = RowProofs(self.journal)
        self._rules: Rules | None = None
        self._rules_height = -1
        self._queued: dict[str, tuple[tuple[int, int, int], str]] = {}

    @property
    def connection(self) -> sqlite3.Connection:
        """A connection to the index at its newest state."""
        return self._reading.connection

    @property
    def owner_key(self) -> str | None:
        """The owner's public key in hex, None where it cannot be read: then nothing is marked as the owner's."""
        try:
            return owner_public(self.office.keys)
        except Exception:  # noqa: BLE001 - a damaged key file is for the relay to report; here it only takes a mark away
            return None

    def signature(self, row: MessageRow) -> SignatureState:
        """Who signed a row's message, verified."""
        return self._proofs.of(self.connection, row)

    def decided_by_owner(self, row: MessageRow) -> bool:
        """Whether the owner's decision that the row tells of is proved by the owner's signature."""
        return self._proofs.decided(self.connection, row, self.owner_key)

    @property
    def rules(self) -> Rules | None:
        """The rules in force, None before the first."""
        height = self.height
        if height != self._rules_height:
            self._rules = self._read_rules()
            self._rules_height = height
        return self._rules

    def _read_rules(self) -> Rules | None:
        in_force = RulesInForce(self.office, self.owner_key, self.connection)
        if in_force.rules is not None:
            return in_force.rules
        # No relay has run here yet: the rules as they were signed when the post office was made.
        edit = in_force.judge()
        record = edit.record if edit is not None else None
        return parse_rules(record.text.encode()) if record is not None and record.text is not None else None

    @property
    def height(self) -> int:
        """The height that the index has reached."""
        row = self.connection.execute("SELECT height FROM progress").fetchone()
        return int(row[0]) if row else 0

    def queued_hash(self, message_id: str) -> str:
        """SHA-256 of what lies in the queue under that id, empty when nothing does; read again when it changed."""
        path = self.office.queue / f"{message_id}.md"
        try:
            status = path.stat()
            mark = (status.st_size, status.st_mtime_ns, status.st_ino)
            known = self._queued.get(message_id)
            if known is None or known[0] != mark:
                known = self._queued[message_id] = (mark, hashlib.sha256(path.read_bytes()).hexdigest())
            return known[1]
        except OSError:
            self._queued.pop(message_id, None)
            return ""

    def inbox_folder(self, name: str) -> Path:
        """The inbox of a participant."""
        rules = self.rules
        return self.office.home(name, rules) / "inbox" if rules else self.office.root / "agents" / name / "inbox"

    def unread_ids(self, name: str) -> frozenset[str]:
        """The ids that lie in an inbox, by the names of its files."""
        try:
            return frozenset(file.removesuffix(".md") for file in file_names(self.inbox_folder(name)))
        except OSError:
            return frozenset()

    def participants(self) -> tuple[str, ...]:
        """Everybody who has an inbox."""
        rules = self.rules
        return rules.participants() if rules else (OWNER,)
