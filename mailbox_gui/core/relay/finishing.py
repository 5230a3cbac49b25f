"""Finishing: the folders follow what the journal has committed. Every step may be repeated after a kill.

Copies are staged before the commit, so that finishing only ever renames: a copy is either still staged or published.
Where neither is found, the agent has already handled its mail, and nothing is delivered twice; only after a power cut
it may have been lost instead, and is first mended (see `mending`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.claim import ClaimFolders
from mailbox_gui.core.folders.delivery import Staging, move_numbered, numbered_names, publish
from mailbox_gui.core.folders.homes import Homes, make_home
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.plain_files import read_plain
from mailbox_gui.core.folders.real_folders import require_real_folder
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Accepted, Decided, Held, Rejected
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.ids import is_id
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
    content: bytes


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason file that a line calls for: the rejected folder, the refused file's wanted name, the name under which
    the reason is staged, the bytes."""

    folder: str
    wanted: str
    staged: str
    content: bytes


@dataclass(slots=True)
class Touched:
    """Folders whose names changed and files that came into them, to be made durable in time; claims to be removed."""

    folders: dict[str, None] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    drops: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)


class Finisher:
    """Moves files to where the journal says they belong, and says which folders it touched."""

    def __init__(self, office: PostOffice, disk: Disk, staging: Staging, claims: ClaimFolders) -> None:
        self._disk = disk
        self._staging = staging
        self._claims = claims
        self.queue = os.fspath(office.queue)

    def reason_of(self, entry: Entry, homes: Homes, held: HeldMessage | None) -> Reason | None:
        """The reason that `entry` calls for; None when it calls for none."""
        refusal = _refusal_of(entry, held)
        if refusal is None:
            return None
        content = render_reason(refusal.faults, file=refusal.file, id=refusal.id, at=entry.at, height=entry.height)
        folder, wanted = homes.box(refusal.sender, "rejected"), refusal.wanted_name(entry.height)
        return Reason(folder, wanted, _staged_reason(entry.height), content)

    def stage_reason(self, entry: Entry, homes: Homes, held: HeldMessage | None) -> None:
        """Write the reason that `entry` calls for into staging, unless it calls for none or the reason is there."""
        refusal = _refusal_of(entry, held)
        reason = self.reason_of(entry, homes, held)
        if refusal is None or reason is None or _name_of_reason(reason.folder, reason.wanted, entry.height) is not None:
            return
        staging = self._staging.folder_for(homes.home(refusal.sender))
        self._staging.write(staging, reason.staged, reason.content)

    def declined_at(self, entry: Entry, homes: Homes, held: HeldMessage) -> Iterator[str]:
        """Where the file of a declined message may lie: beside the reason of `entry`, or still without one."""
        refusal = _refusal_of(entry, held)
        assert refusal is not None
        folder, wanted = homes.box(held.sender, "rejected"), refusal.wanted_name(entry.height)
        name = _name_of_reason(folder, wanted, entry.height) or _name_without_reason(folder, wanted)
        if name is not None:
            yield os.path.join(folder, name)

    def finish(self, entry: Entry, homes: Homes, held: HeldMessage | None, claim: str | None, touched: Touched) -> None:
        """Do what `entry` calls for; `claim` is the claimed draft that it judged, None when it is gone already."""
        match entry.record:
            case Accepted() as record:
                self._deliver(f"{record.id}.md", record.header["to"], homes, touched)
            case Held() as record:
                self._publish(self._staging.central, f"{record.id}.md", self.queue, touched)
            case Rejected():
                self._put_rejected(entry, held, claim, homes, touched)
                if claim is not None:
                    touched.folders[os.path.dirname(claim)] = None
                return
            case Decided() as record if record.verdict == "waive":
                self._deliver(f"{record.id}.md", record.header["to"], homes, touched)
            case Decided() as record:
                assert held is not None
                self._decide(entry, record, held, homes, touched)
            case _:
                return
        if claim is not None:
            touched.drops.append(claim)
            touched.folders[os.path.dirname(claim)] = None

    def _deliver(self, name: str, recipient: str, homes: Homes, touched: Touched, *, staged: str | None = None) -> None:
        """Publish the copy of a message, staged under its own name or another, in its recipient's inbox."""
        home = homes.home(recipient)
        inbox = f"{home}/inbox"
        # A home that is not mounted now has its staged copy with it: that is no sign that the mail was handled.
        self._require_box(home, "inbox")
        self._staging.bring(home, staged or name)
        for staging in self._staging.candidates(home):
            if self._publish(staging, name, inbox, touched, staged=staged):
                return

    def _require_box(self, home: str, box: str) -> None:
        """Make a box that is missing in a home that is there; raise OSError for what cannot be one."""
        try:
            require_real_folder(f"{home}/{box}")
        except FileNotFoundError:
            os.stat(home)
            make_home(self._disk, Path(home), (box,))

    def _publish(self, staging: str, name: str, folder: str, touched: Touched, *, staged: str | None = None) -> bool:
        path = os.path.join(staging, staged or name)
        if not os.path.lexists(path):
            return False
        published = publish(self._disk, path, folder, name)
        if published.how == "conflict":
            touched.conflicts.append(published.path)
        touched.folders[folder] = None
        touched.files.append(published.path)
        return True

    def _decide(self, entry: Entry, record: Decided, held: HeldMessage, homes: Homes, touched: Touched) -> None:
        name = f"{held.id}.md"
        queued = os.path.join(self.queue, name)
        if record.verdict == "approve":
            self._deliver(name, held.recipient, homes, touched, staged=released_name(record.id))
        elif record.verdict == "decline":
            self._put_rejected(entry, held, self._released(record, held, homes), homes, touched)
        self._deliver(f"{record.id}.md", held.sender, homes, touched)
        if record.verdict in ("approve", "decline") and os.path.lexists(queued):
            self._disk.unlink(queued)
            touched.folders[self.queue] = None

    def _released(self, record: Decided, held: HeldMessage, homes: Homes) -> str | None:
        home = homes.home(held.sender)
        self._staging.bring(home, released_name(record.id))
        for folder in self._staging.candidates(home):
            path = os.path.join(folder, released_name(record.id))
            if os.path.lexists(path):
                return path
        return None

    def _put_rejected(
        self, entry: Entry, held: HeldMessage | None, source: str | None, homes: Homes, touched: Touched
    ) -> None:
        """The reason first, then the file under the same name, so that a refused file is never without its reason."""
        refusal = _refusal_of(entry, held)
        assert refusal is not None
        self._require_box(homes.home(refusal.sender), "rejected")
        folder = homes.box(refusal.sender, "rejected")
        wanted = refusal.wanted_name(entry.height)
        name = _name_of_reason(folder, wanted, entry.height)
        if name is None:
            staged = os.path.join(self._staging.folder_for(homes.home(refusal.sender)), _staged_reason(entry.height))
            name = _free_name(folder, wanted) if source is not None else _name_without_reason(folder, wanted)
            if name is None:
                # Neither the draft nor a refused file without its reason: the agent has put both away.
                self._disk.unlink(staged)
                return
            touched.files.append(publish(self._disk, staged, folder, f"{name}.reason").path)
        if source is not None:
            path = move_numbered(self._disk, source, folder, name)
            if held is not None:
                # A copy of the relay's. A draft's bytes are its agent's to sync; it may be what nobody should open.
                touched.files.append(path)
        touched.folders[folder] = None


@dataclass(frozen=True, slots=True)
class _Refusal:
    """What goes into a rejected folder: whose, the draft's name and id, and the faults that its reason names."""

    sender: str
    file: str
    id: str | None
    faults: tuple[Fault, ...]

    def wanted_name(self, height: int) -> str:
        """The draft's own name, or one made for it where that is too long or must not be shown."""
        if self.file != HIDDEN_NAME and len(os.fsencode(self.file)) <= _NAME_BYTES - len("-1000"):
            return self.file
        return f"{self.id}.md" if self.id else f"refused-{height}.md"


def _refusal_of(entry: Entry, held: HeldMessage | None) -> _Refusal | None:
    match entry.record:
        case Rejected() as record:
            headline = Fault(record.check, record.reason, record.hint or "")
            faults = (headline, *(Fault(also.check, also.reason) for also in record.also or ()))
            return _Refusal(record.folder, record.file, record.id, faults)
        case Decided() as record if record.verdict == "decline" and held is not None:
            return _Refusal(held.sender, held.file, held.id, (Fault("owner", record.note or "declined"),))
        case _:
            return None


def refused_as(entry: Entry, folder: str) -> str | None:
    """The name under which the draft that this line refused was put into `folder`; None: it was not yet."""
    refusal = _refusal_of(entry, None)
    return None if refusal is None else _name_of_reason(folder, refusal.wanted_name(entry.height), entry.height)


def _staged_reason(height: int) -> str:
    return f"reason-{height}"


def released_name(decision_id: str) -> str:
    """Under what name the held message is staged that a decision releases: its own is taken while it is held."""
    return f"released-{decision_id}.md"


def is_staged_name(name: str) -> bool:
    """Whether the relay itself could have staged a copy under this name."""
    stem, _, number = name.partition("-")
    message = name.removesuffix(".md").removeprefix("released-")
    return (name.endswith(".md") and is_id(message)) or (stem == "reason" and number.isdecimal())


def _name_of_reason(folder: str, wanted: str, height: int) -> str | None:
    """The name under which an earlier, killed attempt already left the reason of this very line."""
    mark = f"\nheight: {height}\n".encode()
    for candidate in numbered_names(wanted):
        try:
            if read_plain(os.path.join(folder, f"{candidate}.reason"), 1 << 20).endswith(mark):
                return candidate
        except FileNotFoundError:
            return None
        except OSError:
            continue
    return None


def _free_name(folder: str, wanted: str) -> str:
    for candidate in numbered_names(wanted):
        path = os.path.join(folder, candidate)
        if not os.path.lexists(path) and not os.path.lexists(f"{path}.reason"):
            return candidate
    raise AssertionError("numbered names never end")


def _name_without_reason(folder: str, wanted: str) -> str | None:
    for candidate in numbered_names(wanted):
        path = os.path.join(folder, candidate)
        if not os.path.lexists(path):
            return None
        if not os.path.lexists(f"{path}.reason"):
            return candidate
    return None
