"""One message opened: its row, its exact text out of the journal, and which checks it passed."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from mailbox_gui.core.journal.entry import DamagedLine, Entry
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Accepted, Decided, Held, Rejected
from mailbox_gui.core.message.faults import CHECK_NAMES, Fault
from mailbox_gui.core.read_models.facts import entry_of
from mailbox_gui.core.read_models.messages import TAKEN
from mailbox_gui.core.read_models.rows import COLUMNS, MessageRow, message_row
from mailbox_gui.core.read_models.signature_state import UNSIGNED, SignatureState, signature_state

_LED_ASTRAY: Final = "index and journal disagree about this message; run mailbox verify, then mailbox reindex"
# These judge what stands in the header; where none could be read, there was nothing to judge.
_OF_HEADER: Final = frozenset({"identity", "recipient", "route", "signature"})


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One of the seven checks: what it said, and its first reason where it failed."""

    name: str
    result: Literal["passed", "failed", "not run"]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MessageDetail:
    """`header` as far as it could be read; `head` and `body` to the letter, None where they were not kept.

    `signature` is who signed, proved when the message was opened.

    `faults` are all reasons of a refusal, the headline first, those that are no check's (`duplicate`, `decision`) too.
    """

    row: MessageRow
    header: Mapping[str, str]
    head: str | None
    body: str | None
    trail: tuple[CheckResult, ...]
    faults: tuple[Fault, ...] = ()
    signature: SignatureState = UNSIGNED

    @property
    def also(self) -> tuple[Fault, ...]:
        """The reasons beside the headline."""
        return self.faults[1:]


def detail(connection: sqlite3.Connection, journal_folder: Path, wanted: str | int) -> MessageDetail:
    """The message of that id or height; of an id that was refused and taken, the taken one, else the newest refusal.

    Raises KeyError when there is none, DamagedLine when the journal cannot be read there or says something else than
    the index, OSError.
    """
    height = wanted if isinstance(wanted, int) else height_of(connection, wanted)
    found = connection.execute(f"SELECT {COLUMNS} FROM message WHERE height = ?", (height,)).fetchone()
    entry = None if found is None else entry_of(connection, JournalReader(journal_folder), int(found[0]))
    if entry is None:
        raise KeyError(wanted)
    require_its_own(message_row(found), entry)
    return replace(opened(message_row(found), entry), signature=signature_state(connection, entry))


def height_of(connection: sqlite3.Connection, message_id: str) -> int | None:
    """The height of the message with that id, None when there is none."""
    found = connection.execute(
        f"SELECT height FROM message INDEXED BY message_taken_id WHERE id = ? AND {TAKEN} ORDER BY height LIMIT 1",
        (message_id,),
    ).fetchone()
    if found is None:
        found = connection.execute(
            "SELECT height FROM message INDEXED BY message_refused_id "
            "WHERE id = ? AND verdict = 'rejected' AND id <> '' ORDER BY height DESC LIMIT 1",
            (message_id,),
        ).fetchone()
    return None if found is None else int(found[0])


def require_its_own(row: MessageRow, entry: Entry) -> None:
    """Raise DamagedLine unless the journal's line is the row's own and holds the bytes that its id is of.

    Whoever can write the index could else show one message and have another decided on.
    """
    record = entry.record
    match record:
        case Accepted() | Held() | Decided():
            sha256 = _hash(record)
            told = (row.sender, row.recipient, row.kind, row.topic, row.requires, row.file)
            header = record.header
            own = (record.folder, *(header.get(key, "") for key in ("to", "kind", "topic", "requires")), record.file)
            same = told == own and record.id == row.id and row.id.endswith(f"-{sha256[:12]}")
            if not same or record.sha256 != row.sha256 or (not isinstance(record, Decided) and sha256 != row.sha256):
                raise DamagedLine(_LED_ASTRAY, row.height)
        case Rejected():
            if (record.folder, record.id or "", record.sha256 or "") != (row.sender, row.id, row.sha256):
                raise DamagedLine(_LED_ASTRAY, row.height)
        case _:
            raise DamagedLine(_LED_ASTRAY, row.height)


def opened(row: MessageRow, entry: Entry) -> MessageDetail:
    """The detail of a row with its journal line. Raises KeyError when the line is of no message."""
    record = entry.record
    match record:
        case Accepted() | Held() | Decided():
            head = record.head if record.head is not None else _head(record)
            return MessageDetail(row, record.header, head, record.body, trail_of(()))
        case Rejected():
            headline = Fault(record.check, record.reason, record.hint or "")
            faults = (headline, *(Fault(also.check, also.reason) for also in record.also or ()))
            header = record.header or {}
            return MessageDetail(row, header, None, record.body, _trail_of_refusal(record, faults), faults)
        case _:
            raise KeyError(row.height)


def trail_of(faults: tuple[Fault, ...], not_run: frozenset[str] = frozenset()) -> tuple[CheckResult, ...]:
    """The seven checks in their order; a check that failed did run."""
    reasons: dict[str, str] = {}
    for fault in faults:
        reasons.setdefault(fault.check, fault.reason)
    return tuple(
        CheckResult(name, "failed", reasons[name])
        if name in reasons
        else CheckResult(name, "not run" if name in not_run else "passed")
        for name in CHECK_NAMES
    )


def _trail_of_refusal(record: Rejected, faults: tuple[Fault, ...]) -> tuple[CheckResult, ...]:
    """What ran is seen from what there was to judge: every check says nothing where its part of a draft is missing."""
    header = record.header or {}
    not_run: set[str] = set()
    if not header:
        not_run |= _OF_HEADER
        if record.sha256 is None:
            # Too large, with no end of the header in sight, or no plain file.
            not_run.add("header")
            if faults[0].check == "identity":
                not_run |= {"limits", "secrets"}
    if not header.get("from"):
        not_run.add("identity")
    if not header.get("to"):
        not_run |= {"recipient", "route"}
    if any(fault.check == "recipient" for fault in faults):
        not_run.add("route")
    if record.sha256 is None:
        # A signature covers the whole file, and that was not read.
        not_run.add("signature")
    return trail_of(faults, frozenset(not_run))


def _hash(record: Accepted | Held | Decided) -> str:
    try:
        return hashlib.sha256(message_bytes(record)).hexdigest()
    except ValueError:
        return ""


def _head(record: Accepted | Held | Decided) -> str | None:
    try:
        text = message_bytes(record).decode()
    except ValueError:
        return None
    return text[: len(text) - len(record.body)]
