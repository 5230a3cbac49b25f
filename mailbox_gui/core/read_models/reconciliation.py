"""What the folders hold against what the journal says, for `verify`, `doctor` and recovery. Reads only.

The journal cannot know what an agent did with mail it got: mail that lies neither in the inbox nor in done was handled
or removed by the agent, which is told as a number and is no fault.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from mailbox_gui.core.message.ids import is_id
from mailbox_gui.core.message.reason_file import LARGEST_REASON, read_reason
from mailbox_gui.core.read_models.mailboxes import by_ids, delivered, file_names
from mailbox_gui.core.read_models.messages import IN_REJECTED
from mailbox_gui.core.read_models.owner_queue import all_waiting
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.core.read_models.search import snapshot

Kind = Literal[
    "missing from the queue",
    "changed in the queue",
    "unknown in the queue",
    "changed in an inbox",
    "unknown in an inbox",
    "refused without a reason",
    "unknown in rejected",
    "unreadable",
    "handled or removed by the agent",
]
# No message is larger: rules.json allows less.
_LARGEST_FILE: Final = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as the journal says. `fault` is False where it may be all right.

    `participant` is whose folder it is (`owner` for the queue), `path` the file, `id` the message where it is known;
    `number` of messages, where many are told as one.
    """

    kind: Kind
    participant: str
    path: str
    id: str = ""
    number: int = 1
    detail: str = ""

    @property
    def fault(self) -> bool:
        """Whether something is wrong."""
        return self.kind != "handled or removed by the agent"


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders to look into: the owner's queue, and of each participant inbox, done and rejected by its name."""

    queue: Path
    inboxes: Mapping[str, Path] = field(default_factory=dict)
    done: Mapping[str, Path] = field(default_factory=dict)
    rejected: Mapping[str, Path] = field(default_factory=dict)


def folders_against_journal(folders: Folders, connection: sqlite3.Connection) -> list[Difference]:
    """Every difference between the folders and the journal, in a stable order.

    The index must be in step with the journal, and the relay at rest: mail that is on its way looks like a difference.
    """
    with snapshot(connection):
        found = _queue(folders.queue, connection)
        for name, inbox in sorted(folders.inboxes.items()):
            found += _inbox(name, inbox, folders.done.get(name), connection)
        for name, rejected in sorted(folders.rejected.items()):
            found += _rejected(name, rejected, connection)
    return found


def _queue(folder: Path, connection: sqlite3.Connection) -> list[Difference]:
    found: list[Difference] = []
    names = set(file_names(folder))
    for row in all_waiting(connection):
        name, path = f"{row.id}.md", os.fspath(folder / f"{row.id}.md")
        if name not in names:
            found.append(Difference("missing from the queue", "owner", path, row.id))
            continue
        names.discard(name)
        found += _compare("changed in the queue", "owner", path, row)
    found += [Difference("unknown in the queue", "owner", os.fspath(folder / name)) for name in sorted(names)]
    return found


def _inbox(name: str, inbox: Path, done: Path | None, connection: sqlite3.Connection) -> list[Difference]:
    found: list[Difference] = []
    names = file_names(inbox)
    rows = {row.id: row for row in by_ids(connection, [_stem(file) for file in names], name)}
    for file in names:
        row, path = rows.get(_stem(file)), os.fspath(inbox / file)
        if row is None:
            found.append(Difference("unknown in an inbox", name, path))
        else:
            found += _compare("changed in an inbox", name, path, row)
    kept = set(rows)
    if done is not None:
        kept |= {row.id for row in by_ids(connection, [_stem(file) for file in file_names(done)], name)}
    gone = delivered(name).count(connection) - len(kept)
    if gone > 0:
        found.append(Difference("handled or removed by the agent", name, os.fspath(inbox), number=gone))
    return found


def _rejected(name: str, folder: Path, connection: sqlite3.Connection) -> list[Difference]:
    """Each refused file has its reason beside it, and each reason tells of a line of the journal."""
    found: list[Difference] = []
    names = _all_names(folder)
    for file in names:
        path = os.fspath(folder / file)
        if file.endswith(".reason"):
            found += _reason(name, path, connection)
        elif f"{file}.reason" not in names:
            found.append(Difference("refused without a reason", name, path))
    return found


def _reason(name: str, path: str, connection: sqlite3.Connection) -> list[Difference]:
    try:
        with open(path, "rb") as stream:
            reason = read_reason(stream.read(LARGEST_REASON + 1))
    except OSError as error:
        return [Difference("unreadable", name, path, detail=error.strerror or "")]
    except ValueError as error:
        return [Difference("unknown in rejected", name, path, detail=str(error))]
    # A declined message is told by the height of the decision.
    known = connection.execute(
        f"SELECT 1 FROM message WHERE (height = ? OR decided_height = ?) AND sender = ? AND {IN_REJECTED}",
        (reason.height, reason.height, name),
    ).fetchone()
    return [] if known else [Difference("unknown in rejected", name, path, reason.id, detail="no line of that height")]


def _compare(kind: Kind, name: str, path: str, row: MessageRow) -> list[Difference]:
    try:
        digest = _digest(path)
    except OSError as error:
        return [Difference("unreadable", name, path, row.id, detail=error.strerror or str(error))]
    return [] if digest is not None and _is_of(digest, row) else [Difference(kind, name, path, row.id)]


def _digest(path: str) -> str | None:
    """SHA-256 of a plain file; None of anything else. Links are not followed, pipes not waited for."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(descriptor, "rb") as stream:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST_FILE:
            return None
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _is_of(digest: str, row: MessageRow) -> bool:
    """Whether the bytes are the message's. A decision's row has the hash of what was decided; its id tells its own."""
    return digest.startswith(row.id[-12:]) and (row.verdict == "decision" or digest == row.sha256)


def _stem(file: str) -> str:
    stem = file.removesuffix(".md")
    return stem if is_id(stem) else ""


def _all_names(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as files:
            return sorted(file.name for file in files if not file.name.startswith("."))
    except FileNotFoundError:
        return []
