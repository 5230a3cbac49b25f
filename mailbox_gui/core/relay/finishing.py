"""Finishing: the folders follow what the journal has committed. Every step may be repeated after a kill.

Staged copies are durable before the commit, so that finishing only ever renames: a copy is either still staged or
published. Where neither is found, the agent has already handled its mail, and nothing is delivered twice.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.claim import ClaimFolders
from mailbox_gui.core.folders.delivery import SINGLE_SYNCS, Staging, move_numbered, numbered_names, publish
from mailbox_gui.core.folders.homes import Homes
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Accepted, Decided, Held, Rejected
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.reason_file import render_reason

# Longest name in common file systems, in bytes, less the suffix `.reason`.
_NAME_BYTES = 255 - len(".reason")
HIDDEN_NAME = "[name holds a secret]"


@dataclass(frozen=True, slots=True)
class HeldMessage:
    """The held message that a decision is about, as the journal has it."""

    id: str
    sender: str
    recipient: str
    file: str


@dataclass(slots=True)
class Touched:
    """Folders whose names changed and files whose content is new, to be made durable once per batch."""

    folders: dict[str, None] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)

    def sync(self, disk: Disk) -> None:
        """Make all of it durable. A folder that an agent removed meanwhile has nothing left to sync."""
        if len(self.files) > SINGLE_SYNCS:
            for folder in {os.path.dirname(path) for path in self.files}:
                disk.sync_filesystem(folder)
        else:
            for path in self.files:
                _if_there(disk.sync_file, path)
        for folder in self.folders:
            _if_there(disk.sync_folder, folder)


class Finisher:
    """Moves files to where the journal says they belong, and says which folders it touched."""

    def __init__(self, office: PostOffice, disk: Disk, staging: Staging, claims: ClaimFolders) -> None:
        self._disk = disk
        self._staging = staging
        self._claims = claims
        self._queue = os.fspath(office.queue)

    def finish(self, entry: Entry, homes: Homes, held: HeldMessage | None, claim: str | None, touched: Touched) -> None:
        """Do what `entry` calls for; `claim` is the claimed draft that it judged, None when it is gone already."""
        match entry.record:
            case Accepted() as record:
                self._deliver(f"{record.id}.md", record.header["to"], homes, touched)
            case Held() as record:
                self._publish(self._staging.central, f"{record.id}.md", self._queue, touched)
            case Rejected() as record:
                self._reject(entry, record, homes, claim, touched)
                return
            case Decided() as record:
                assert held is not None
                self._decide(entry, record, held, homes, touched)
            case _:
                return
        self._drop(claim, touched)

    def _deliver(self, name: str, recipient: str, homes: Homes, touched: Touched) -> None:
        home = homes.home(recipient)
        inbox = f"{home}/inbox"
        for staging in self._staging.candidates(home):
            if self._publish(staging, name, inbox, touched):
                return

    def _publish(self, staging: str, name: str, folder: str, touched: Touched) -> bool:
        staged = os.path.join(staging, name)
        if not os.path.lexists(staged):
            return False
        published = publish(self._disk, staged, folder, name)
        if published.how == "conflict":
            touched.conflicts.append(published.path)
        touched.folders[folder] = None
        return True

    def _decide(self, entry: Entry, record: Decided, held: HeldMessage, homes: Homes, touched: Touched) -> None:
        name = f"{held.id}.md"
        queued = os.path.join(self._queue, name)
        if record.verdict == "approve":
            self._deliver(name, held.recipient, homes, touched)
        elif record.verdict == "decline":
            fault = Fault("owner", record.note or "declined")
            self._put_rejected(
                entry, held.sender, held.file, held.id, (fault,), self._staged(held, homes), homes, touched
            )
        self._deliver(f"{record.id}.md", held.sender, homes, touched)
        if record.verdict in ("approve", "decline") and os.path.lexists(queued):
            self._disk.unlink(queued)
            touched.folders[self._queue] = None

    def _staged(self, held: HeldMessage, homes: Homes) -> str | None:
        for folder in self._staging.candidates(homes.home(held.sender)):
            path = os.path.join(folder, f"{held.id}.md")
            if os.path.lexists(path):
                return path
        return None

    def _reject(self, entry: Entry, record: Rejected, homes: Homes, claim: str | None, touched: Touched) -> None:
        headline = Fault(record.check, record.reason, record.hint or "")
        faults = (headline, *(Fault(also.check, also.reason) for also in record.also or ()))
        self._put_rejected(entry, record.folder, record.file, record.id, faults, claim, homes, touched)
        if claim is not None:
            touched.folders[os.path.dirname(claim)] = None

    def _put_rejected(
        self,
        entry: Entry,
        sender: str,
        file: str,
        message_id: str | None,
        faults: tuple[Fault, ...],
        source: str | None,
        homes: Homes,
        touched: Touched,
    ) -> None:
        """The reason first, then the file under the same name, so that a refused file is never without its reason."""
        folder = homes.box(sender, "rejected")
        wanted = _rejected_name(file, message_id, entry.height)
        name = _name_of_reason(folder, wanted, entry.height)
        if name is None:
            name = _free_name(folder, wanted) if source is not None else _name_without_reason(folder, wanted)
            if name is None:
                # Neither the draft nor a refused file without its reason: the agent has put both away.
                return
            reason = render_reason(faults, file=file, id=message_id, at=entry.at, height=entry.height)
            self._write_reason(folder, f"{name}.reason", reason, entry.height, touched)
        if source is not None:
            move_numbered(self._disk, source, folder, name)
        touched.folders[folder] = None

    def _write_reason(self, folder: str, name: str, reason: bytes, height: int, touched: Touched) -> None:
        staging = self._staging.folder_for(os.path.dirname(folder))
        staged = self._staging.write(staging, f"reason-{height}", reason)
        target = os.path.join(folder, name)
        if _is_empty(target):
            # A power cut can leave the name without its content.
            self._disk.rename_over(staged, target)
        else:
            target = publish(self._disk, staged, folder, name).path
        touched.files.append(target)

    def _drop(self, claim: str | None, touched: Touched) -> None:
        if claim is None:
            return
        try:
            self._disk.unlink(claim)
        except FileNotFoundError:
            return
        touched.folders[os.path.dirname(claim)] = None


def refused_as(folder: str, record: Rejected, height: int) -> str | None:
    """The name under which the draft that this line refused was put into the rejected folder; None: it was not yet."""
    return _name_of_reason(folder, _rejected_name(record.file, record.id, height), height)


def _name_of_reason(folder: str, wanted: str, height: int) -> str | None:
    """The name under which an earlier, killed attempt already left the reason of this very line."""
    mark = f"\nheight: {height}\n".encode()
    for candidate in numbered_names(wanted):
        try:
            with open(os.path.join(folder, f"{candidate}.reason"), "rb") as stream:
                if stream.read(1 << 20).endswith(mark):
                    return candidate
        except FileNotFoundError:
            return None
        except OSError:
            continue
    return None


def _free_name(folder: str, wanted: str) -> str:
    for candidate in numbered_names(wanted):
        path = os.path.join(folder, candidate)
        reason = f"{path}.reason"
        if not os.path.lexists(path) and (not os.path.lexists(reason) or _is_empty(reason)):
            return candidate
    raise AssertionError("numbered names never end")


def _name_without_reason(folder: str, wanted: str) -> str | None:
    for candidate in numbered_names(wanted):
        path = os.path.join(folder, candidate)
        if not os.path.lexists(path):
            return None
        if not os.path.lexists(f"{path}.reason") or _is_empty(f"{path}.reason"):
            return candidate
    return None


def _is_empty(path: str) -> bool:
    try:
        return os.lstat(path).st_size == 0
    except OSError:
        return False


def _rejected_name(file: str, message_id: str | None, height: int) -> str:
    if file != HIDDEN_NAME and len(os.fsencode(file)) <= _NAME_BYTES - len("-1000"):
        return file
    return f"{message_id}.md" if message_id else f"refused-{height}.md"


def _if_there(sync: Callable[[str], None], path: str) -> None:
    with suppress(FileNotFoundError):
        sync(path)
