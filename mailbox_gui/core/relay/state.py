"""What the relay says of itself: its phase, its problems, its news; frozen values for windows and commands."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice

Clock = Callable[[], datetime]
Phase = Literal["starting", "running", "stopping", "stopped", "failed"]


def utc_now() -> datetime:
    """The machine's clock, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something on the machine or in the post office that wants attention; it goes away when its cause does.

    `kind` names it for programs (`disk-full`, `folder-missing`, …), `where` the path or participant, `text` says in
    one plain sentence what is wrong, `advice` what to do.
    """

    kind: str
    where: str
    text: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """One piece of the relay's news: a journal line in the words a list shows. Text in it is foreign.

    `author` and `session` are the public keys of a signed message: the owner's, and that of the session that signed.
    """

    height: int
    at: datetime
    verdict: str
    id: str = ""
    sender: str = ""
    recipient: str = ""
    kind: str = ""
    topic: str = ""
    check: str = ""
    reason: str = ""
    file: str = ""
    author: str = ""
    session: str = ""


@dataclass(frozen=True, slots=True)
class RelayState:
    """How the relay is. `watcher` is `events`, `rescan only: why`, or `off`; moments are UTC."""

    phase: Phase
    program: str = ""
    pid: int = 0
    since: datetime | None = None
    last_pass: datetime | None = None
    watcher: str = "off"
    height: int = 0
    reason: str = ""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """What happened since the last batch: the state, the news in journal order, the height reached."""

    state: RelayState
    events: tuple[Event, ...] = ()


def write_status(office: PostOffice, disk: Disk, state: RelayState) -> None:
    """Leave the state for other processes in .relay/status.json, replaced in one step, never made durable."""
    document = asdict(state)
    for key in ("since", "last_pass"):
        moment = document[key]
        document[key] = moment.isoformat() if moment else None
    path = os.fspath(office.status)
    partial = f"{path}.{os.getpid()}.part"
    content = json.dumps(document, ensure_ascii=True).encode()
    try:
        disk.write_new(partial, content)
    except FileExistsError:
        disk.unlink(partial)
        disk.write_new(partial, content)
    disk.rename_over(partial, path)


def read_status(office: PostOffice) -> RelayState | None:
    """What the relay last said of itself, or None when it never did or the file is unreadable.

    The file outlives a killed relay: ask the lock whether one runs.
    """
    try:
        with open(office.status, "rb") as stream:
            document = json.loads(stream.read(1 << 20))
        problems = tuple(Problem(**problem) for problem in document.pop("problems"))
        since, last_pass = (
            datetime.fromisoformat(text) if (text := document.pop(key)) else None for key in ("since", "last_pass")
        )
        return replace(RelayState(**document), problems=problems, since=since, last_pass=last_pass)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def status_written(office: PostOffice) -> datetime | None:
    """When the relay last said how it is, in UTC: every few seconds while it runs and the disk takes it. Else None."""
    try:
        return datetime.fromtimestamp(os.stat(office.status).st_mtime, UTC)
    except OSError:
        return None
