"""The folders against the journal: what lies there must be what was delivered, held, refused."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.message.reason_file import LARGEST_REASON, read_reason
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.proof.finding import Wrong
from mailbox_gui.core.proof.session_files import session_file_faults
from mailbox_gui.core.read_models.mailboxes import file_names, inbox
from mailbox_gui.core.read_models.owner_queue import waiting
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.core.read_models.search import rows_at

_REASON = ".reason"


def folder_faults(connection: sqlite3.Connection, office: PostOffice, rules: Rules) -> Iterator[Wrong]:
    """Everything in the folders that is not as the journal says: each participant's, the queue, the session keys."""
    for name in rules.participants():
        yield from _inbox(connection, office, rules, name)
        yield from _rejected(connection, office, rules, name)
    yield from _queue(connection, office.queue)
    yield from session_file_faults(connection, office)


def _inbox(connection: sqlite3.Connection, office: PostOffice, rules: Rules, name: str) -> Iterator[Wrong]:
    folder = office.box(name, "inbox", rules)
    if not folder.is_dir():
        yield Wrong("the folder is missing", file=os.fspath(folder))
        return
    found = inbox(connection, folder, name)
    for file in found.unknown:
        yield Wrong("was not delivered by the relay", file=os.fspath(folder / file))
    for row in found.mail:
        # The row of a decision names the hash of the bytes it decided on; its own is at the end of its id.
        wanted = row.id.rpartition("-")[2] if row.verdict == "decision" else row.sha256
        yield from _same(folder / f"{row.id}.md", wanted, row.height)


def _queue(connection: sqlite3.Connection, folder: Path) -> Iterator[Wrong]:
    files = set(file_names(folder))
    for row in _all_waiting(connection):
        file = f"{row.id}.md"
        if file not in files:
            yield Wrong("is held and does not lie in the queue", row.height, os.fspath(folder / file))
        else:
            files.discard(file)
            yield from _same(folder / file, row.sha256, row.height)
    for file in sorted(files):
        yield Wrong("lies in the queue and is not held", file=os.fspath(folder / file))


def _all_waiting(connection: sqlite3.Connection) -> Iterator[MessageRow]:
    after = 0
    while page := waiting(connection, after):
        yield from page
        after = page[-1].height


def _rejected(connection: sqlite3.Connection, office: PostOffice, rules: Rules, name: str) -> Iterator[Wrong]:
    folder = office.box(name, "rejected", rules)
    try:
        reasons = sorted(file for file in os.listdir(folder) if file.endswith(_REASON))
    except FileNotFoundError:
        yield Wrong("the folder is missing", file=os.fspath(folder))
        return
    for file in reasons:
        path = folder / file
        height = _height(path)
        row = next(iter(rows_at(connection, [height])), None) if height is not None else None
        refused = row if row is not None and row.verdict == "rejected" and row.sender == name else None
        if refused is None:
            if height is not None and row is not None and row.verdict == "decision":
                continue
            if not file.endswith(".act.json.reason"):
                yield Wrong("tells of a refusal that the journal does not know", file=os.fspath(path))
        elif refused.sha256 and (folder / file.removesuffix(_REASON)).exists():
            yield from _same(folder / file.removesuffix(_REASON), refused.sha256, refused.height)


def _height(reason_file: Path) -> int | None:
    try:
        with reason_file.open("rb") as stream:
            return read_reason(stream.read(LARGEST_REASON + 1)).height
    except (OSError, ValueError):
        return None


def _same(path: Path, sha256: str, height: int) -> Iterator[Wrong]:
    """Whether the file's hash begins with `sha256`."""
    try:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
    except FileNotFoundError:
        return  # handled and moved while we looked
    except OSError as error:
        yield Wrong(f"cannot be read ({error.strerror})", height, os.fspath(path))
        return
    if not digest.startswith(sha256):
        yield Wrong("was changed: these are not the bytes in the journal", height, os.fspath(path))
