"""From what a person calls a message (an id, a path, the name of a file) to its line in the journal."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from mailbox_gui.command_line.shell.failure import AnswerIsNoError, WrongUsageError
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.left_alone import LeftAlone, left_alone
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.folders.layout import BOXES
from mailbox_gui.core.folders.plain_files import read_plain
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.ids import is_id
from mailbox_gui.core.message.reason_file import LARGEST_REASON, read_reason
from mailbox_gui.core.read_models.detail import height_of
from mailbox_gui.core.read_models.mailboxes import by_file, file_names, refused
from mailbox_gui.core.read_models.rows import MessageRow

_MAIL = ".md"
_REASON = ".reason"
_LOOKED_AT = 500
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Waiting:
    """A draft that still lies in an outbox. `id` is empty where none can be derived."""

    path: Path
    sender: str
    id: str


def meant(session: Session, history: History, wanted: str) -> int | Waiting | LeftAlone:
    """The journal's height of what is called `wanted`, or the file in an outbox that it is. Raises AnswerIsNoError.

    A file that lies there comes before what history knows of its name.
    """
    path = _file_here(session, wanted)
    if path is not None:
        return _of_file(session, history, path)
    if os.sep in wanted:
        return _of_file_that_was(session, history, Path(wanted))
    name = wanted.removesuffix(_MAIL)
    if is_id(name):
        waiting = _waiting_draft(session, name)
        return waiting if waiting is not None else history.message(name).height
    senders = _senders(session)
    path = _file_in_boxes(session, wanted, senders)
    if path is not None:
        return _of_file(session, history, path)
    known = () if wanted.endswith(_MAIL) else history.messages(wanted)
    if not known:
        rows = _called(history, wanted, senders)
        if rows:
            return _newest(wanted, rows)
        if wanted.endswith(_MAIL):
            whose = f"of {senders[0]} " if len(senders) == 1 else ""
            raise AnswerIsNoError(f"{wanted}: no box {whose}has such a file, and no draft {whose}was called so")
    return history.message(wanted).height


def refused_files(folders: Iterable[Path], row: MessageRow) -> Iterator[str]:
    """The paths of a refused or declined draft, also where a number was added to its name: by the reason beside it."""
    height = row.height if row.verdict == "rejected" else row.decided_height
    stem = row.file.removesuffix(_MAIL)
    for folder in folders:
        for file in file_names(folder):
            if file.startswith((stem, row.id or stem, "refused-")) and _told_height(folder / file) == height:
                yield os.fspath(folder / file)


def _file_here(session: Session, wanted: str) -> Path | None:
    """The file at that path, or of that name in the current folder; None when it is no file that could be meant."""
    path = Path(wanted).absolute()
    if not _is_there(path):
        return None
    named = os.sep in wanted or wanted.endswith((_MAIL, _REASON)) or _owner_of(session, path, ("outbox",)) is not None
    return path if named else None


def _senders(session: Session) -> tuple[str, ...]:
    """Whose files are meant: those of who acts, or of everybody where nobody does."""
    try:
        return (session.acting_participant(),)
    except WrongUsageError:
        return session.rules.participants()


def _file_in_boxes(session: Session, wanted: str, senders: Sequence[str]) -> Path | None:
    """The file of that name in a box of one of `senders`. Raises AnswerIsNoError where several have one."""
    boxes = BOXES if wanted.endswith((_MAIL, _REASON)) else ("outbox",)
    found = []
    for name in senders:
        paths = (session.office.box(name, box, session.rules) / wanted for box in boxes)
        found += [path for path in paths if _is_there(path)][:1]
    if len(found) > 1:
        listed = ", ".join(os.fspath(path) for path in found[:_MOST_NAMED])
        raise AnswerIsNoError(f"{wanted} could be any of {listed}: give the path, or whose it is with --as")
    return found[0] if found else None


def _called(history: History, wanted: str, senders: Sequence[str]) -> list[MessageRow]:
    """The drafts that history knows by that file name, the newest first; its ending may be left out."""
    sender = senders[0] if len(senders) == 1 else None
    names = [wanted] if wanted.endswith(_MAIL) else [wanted, f"{wanted}{_MAIL}"]
    rows = [row for name in names for row in by_file(history.connection, name, sender, _LOOKED_AT)]
    return sorted(rows, key=lambda row: row.height, reverse=True)


def _newest(name: str, rows: Sequence[MessageRow]) -> int:
    """The height of the first row; that there are others is told on stderr."""
    if len(rows) > 1:
        others = ", ".join(row.id or f"height {row.height}" for row in rows[1 : _MOST_NAMED + 1])
        more = f" and {len(rows) - 1 - _MOST_NAMED} more" if len(rows) - 1 > _MOST_NAMED else ""
        text = f"{len(rows)} drafts were called {name}; this is the newest, before it: {others}{more}"
        click.echo(visible(text), err=True)
    return rows[0].height


def _of_file(session: Session, history: History, path: Path) -> int | Waiting | LeftAlone:
    if path.name.endswith(_REASON):
        path = path.with_name(path.name.removesuffix(_REASON))
    height = _told_height(path)
    if height is not None:
        return height
    sender = _owner_of(session, path, ("outbox",))
    if sender is not None:
        alone = left_alone(path, sender)
        if alone is not None:
            return alone
    content = path.read_bytes() if path.is_file() else b""
    draft = read_draft(sender or "", path.name, content, len(content), max(len(content), 1))
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


def _of_file_that_was(session: Session, history: History, path: Path) -> int:
    """The message whose file lay there: a draft by its name, mail in other boxes by its id."""
    name = path.name.removesuffix(_MAIL)
    if is_id(name):
        return history.message(name).height
    sender = _owner_of(session, path, BOXES)
    rows = by_file(history.connection, path.name, sender, _LOOKED_AT) if sender is not None else []
    if not rows:
        raise AnswerIsNoError(f"{path}: there is no such file; mailbox search finds messages by words")
    return _newest(path.name, rows)


def _told_height(path: Path) -> int | None:
    """The height that the `.reason` beside a refused file tells; of a declined one, that of the decision."""
    try:
        return read_reason(read_plain(path.with_name(f"{path.name}{_REASON}"), LARGEST_REASON + 1)).height
    except (OSError, ValueError):
        return None


def _owner_of(session: Session, path: Path, boxes: Sequence[str]) -> str | None:
    """In whose box the path lies."""
    folder = os.path.realpath(path.parent)
    for name in session.rules.participants():
        if folder in [os.path.realpath(session.office.box(name, box, session.rules)) for box in boxes]:
            return name
    return None


def _waiting_draft(session: Session, wanted: str) -> Waiting | None:
    """A draft of that id that the relay has not taken yet."""
    rules = session.rules
    for name in rules.participants():
        path = session.office.box(name, "outbox", rules) / f"{wanted}{_MAIL}"
        if path.is_file():
            return Waiting(path, name, wanted)
    return None


def _is_there(path: Path) -> bool:
    """Whether a file lies there, or what was refused because it is none: its reason lies beside it."""
    return _is_file(path) or (os.path.lexists(path) and _is_file(path.with_name(f"{path.name}{_REASON}")))


def _is_file(path: Path) -> bool:
    """Path.is_file() raises for a name that is too long for the file system; such a file is not there."""
    return os.path.isfile(path)  # noqa: PTH113 - see above
