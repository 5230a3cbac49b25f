"""From what a person calls a message (an id, a path, the name of a file) to its line in the journal."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mailbox_gui.command_line.shell.failure import AnswerIsNoError, WrongUsageError
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.folders.layout import BOXES
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.ids import is_id
from mailbox_gui.core.message.reason_file import LARGEST_REASON, read_reason
from mailbox_gui.core.read_models.detail import height_of
from mailbox_gui.core.read_models.mailboxes import file_names, refused
from mailbox_gui.core.read_models.rows import MessageRow

_REASON = ".reason"
_LOOKED_AT = 500


@dataclass(frozen=True, slots=True)
class Waiting:
    """A draft that still lies in an outbox. `id` is empty where none can be derived."""

    path: Path
    sender: str
    id: str


def wanted_height(session: Session, history: History, wanted: str) -> int | Waiting:
    """The journal's height of what is called `wanted`, or the draft that it is. Raises AnswerIsNoError."""
    path = _file(session, wanted)
    if path is None:
        waiting = _waiting_draft(session, wanted)
        return waiting if waiting is not None else history.message(wanted).height
    return _of_file(session, history, path)


def refused_files(folders: Iterable[Path], row: MessageRow) -> Iterator[str]:
    """The paths of a refused or declined draft, also where a number was added to its name: by the reason beside it."""
    height = row.height if row.verdict == "rejected" else row.decided_height
    stem = row.file.removesuffix(".md")
    for folder in folders:
        for file in file_names(folder):
            if file.startswith((stem, row.id or stem, "refused-")) and _told_height(folder / file) == height:
                yield os.fspath(folder / file)


def _file(session: Session, wanted: str) -> Path | None:
    """The file that is meant: a path, or a name in a box of who acts; None when it is no file's name."""
    path = Path(wanted)
    if path.is_file() and (os.sep in wanted or wanted.endswith((".md", _REASON))):
        return path.absolute()
    if os.sep in wanted:
        raise AnswerIsNoError(f"{wanted}: there is no such file; mailbox search finds messages by words")
    if not wanted.endswith(".md") or is_id(wanted.removesuffix(".md")):
        return None
    try:
        name = session.acting_participant()
    except WrongUsageError:
        raise AnswerIsNoError(f"{wanted}: no such file is here; give its path, or whose it is with --as") from None
    for box in BOXES:
        found = session.office.box(name, box, session.rules) / wanted
        if found.is_file():
            return found
    raise AnswerIsNoError(f"{wanted}: no box of {name} has such a file; mailbox search finds messages by words")


def _of_file(session: Session, history: History, path: Path) -> int | Waiting:
    if path.name.endswith(_REASON):
        path = path.with_name(path.name.removesuffix(_REASON))
    height = _told_height(path)
    if height is not None:
        return height
    sender = _sender_whose_outbox(session, path)
    content = path.read_bytes() if path.is_file() else b""
    limit = max(len(content), 1)
    draft = read_draft(sender or "", path.name, content, len(content), limit)
    if sender is not None:
        return Waiting(path, sender, draft.id or "")
    if draft.id:
        height = height_of(history.connection, draft.id)
        if height is not None:
            return height
    digest = hashlib.sha256(content).hexdigest()
    for name in session.rules.participants():
        for row in refused(name).page(history.connection, limit=_LOOKED_AT):
            if row.sha256 == digest:
                return row.height
    raise AnswerIsNoError(f"{path}: the journal does not know these bytes; was the file changed after it was judged?")


def _told_height(path: Path) -> int | None:
    """The height that the `.reason` beside a refused file tells; of a declined one, that of the decision."""
    try:
        with path.with_name(f"{path.name}{_REASON}").open("rb") as stream:
            return read_reason(stream.read(LARGEST_REASON + 1)).height
    except (OSError, ValueError):
        return None


def _sender_whose_outbox(session: Session, path: Path) -> str | None:
    folder = os.path.realpath(path.parent)
    for name in session.rules.participants():
        if folder == os.path.realpath(session.office.box(name, "outbox", session.rules)):
            return name
    return None


def _waiting_draft(session: Session, wanted: str) -> Waiting | None:
    """A draft of that id that the relay has not taken yet."""
    if not is_id(wanted):
        return None
    rules = session.rules
    for name in rules.participants():
        path = session.office.box(name, "outbox", rules) / f"{wanted}.md"
        if path.is_file():
            return Waiting(path, name, wanted)
    return None
