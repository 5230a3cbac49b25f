"""keys/sessions against the journal: the copies of delegations and revocations must say what the journal says."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path

from mailbox_gui.core.acts.session_files import delegation_file, revocation_file, sessions_folder
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Delegated, Revoked
from mailbox_gui.core.keys.key_file import KeyProblem, read_key_file
from mailbox_gui.core.message.strict_json import NotJsonError, load_strictly
from mailbox_gui.core.proof.finding import Wrong
from mailbox_gui.core.read_models.delegations import delegations
from mailbox_gui.core.read_models.facts import entry_of

_LEFT_OVER = ".new"


def session_file_faults(connection: sqlite3.Connection, office: PostOffice) -> Iterator[Wrong]:
    """What lies in keys/sessions and is not the journal's, was changed, or is missing. No key is worth more for it:
    the relay goes by the journal.
    """
    expected = _expected(connection, office)
    folder = sessions_folder(office.keys)
    try:
        present = {folder / name for name in os.listdir(folder) if not name.endswith(_LEFT_OVER)}
    except FileNotFoundError:
        present = set()
    for path in sorted(present - expected.keys()):
        yield Wrong("names a session key that the owner never delegated or revoked", file=os.fspath(path))
    for path, (height, envelope) in expected.items():
        if path not in present:
            yield Wrong("is missing; the relay's next start puts it back", height, os.fspath(path))
        elif _read(path) != envelope:
            yield Wrong("was changed: it does not say what the journal says", height, os.fspath(path))


def _expected(connection: sqlite3.Connection, office: PostOffice) -> dict[Path, tuple[int, Mapping[str, object]]]:
    reader = JournalReader(office.journal)
    expected: dict[Path, tuple[int, Mapping[str, object]]] = {}
    for row in delegations(connection):
        given = entry_of(connection, reader, row.height)
        if given is not None and isinstance(given.record, Delegated):
            arguments = given.record.document.get("args")
            assert isinstance(arguments, Mapping)
            expected[delegation_file(office.keys, row.session)] = (row.height, arguments)
        taken = entry_of(connection, reader, row.revoked_height) if row.revoked_height is not None else None
        if taken is not None and isinstance(taken.record, Revoked):
            record = taken.record
            envelope = {"document": record.document, "key": record.key, "signature": record.signature}
            expected[revocation_file(office.keys, row.session)] = (taken.height, envelope)
    return expected


def _read(path: Path) -> object:
    try:
        value, repeated = load_strictly(read_key_file(path))
    except (OSError, KeyProblem, NotJsonError):
        return None
    return None if repeated else value
