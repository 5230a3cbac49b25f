"""Recovery: what a killed life committed is finished, what it had claimed and not judged goes back. Idempotent."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from mailbox_gui.core.channels.copies import BROKER_FILES
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.claim import ClaimFolders
from mailbox_gui.core.folders.delivery import Staging, move_numbered
from mailbox_gui.core.folders.homes import Homes
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.plain_files import hash_plain
from mailbox_gui.core.folders.real_folders import is_real_folder
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Accepted, Decided, Held, Rejected
from mailbox_gui.core.read_models.facts import place_of
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.relay.committing import Committer, Unfinished
from mailbox_gui.core.relay.finished_mark import Mark
from mailbox_gui.core.relay.finishing import HIDDEN_NAME, HeldMessage, is_staged_name, refused_as
from mailbox_gui.core.relay.held_lines import held_message

# Without a mark (the .relay folder was deleted) nothing is staged either; this many lines are looked at all the same,
# for claims that lie beside outboxes elsewhere.
_WITHOUT_MARK = 1_000

_Judged = Accepted | Held | Rejected | Decided


@dataclass(slots=True)
class Recovery:
    """What recovery did, for the journal's `recovered` line. `waiting` are claims whose outbox is gone for now, each as
    (sender, outbox, claim). `lost`: a power cut may have taken what had not settled.
    """

    lost: bool = False
    finished: int = 0
    rejudged: int = 0
    waiting: list[tuple[str, str, str]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.finished or self.rejudged)


def recover(
    office: PostOffice,
    disk: Disk,
    homes: Homes,
    index: Index,
    claims: ClaimFolders,
    staging: Staging,
    committer: Committer,
    mark: Mark | None,
) -> Recovery:
    """Bring all folders to the journal's height and every leftover claim back to its outbox, and make that durable.

    Up to the `mark` all is durable. When it is of another session of the disks, a power cut may have taken of what came
    after it. Without a mark (`.relay` was deleted) nobody can say what was handled, and nothing is delivered again.
    What the machine does not let through stays with the committer, which tries again. Raises OSError when even that
    cannot be done (the journal's own disk).
    """
    lost = mark is not None and mark.session != committer.settling.session
    recovery = Recovery(lost)
    tail = list(_tail(office, index, None if mark is None else mark.height))
    judged = [
        (entry, entry.record)
        for entry in tail
        if isinstance(entry.record, Accepted | Held | Rejected | Decided) and not _without_file(entry.record)
    ]
    leftovers = _Leftovers(homes, claims, [record for _, record in judged], lost=lost)
    work = [
        Unfinished(entry, _held_of(entry, index, office), leftovers.take(record, entry), lost)
        for entry, record in judged
    ]
    for path in leftovers.second_names:
        with suppress(FileNotFoundError):
            disk.unlink(path)
    recovery.finished = sum(1 for item in work if item.claim is not None)
    committer.resume(work, homes)
    for sender, outbox, path in leftovers.rest():
        try:
            move_numbered(disk, path, outbox, os.path.basename(path))
            recovery.rejudged += 1
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            recovery.waiting.append((sender, outbox, path))
    if committer.unfinished == 0:
        _sweep(disk, homes, staging)
    committer.settling.settle_all(map(homes.home, homes.everybody()))
    return recovery


def _without_file(record: _Judged) -> bool:
    """Whether it is a refusal of what came through the broker: no file is to be put anywhere."""
    return isinstance(record, Rejected) and record.file in BROKER_FILES


def _tail(office: PostOffice, index: Index, mark: int | None) -> Iterator[Entry]:
    after = mark if mark is not None else index.height - _WITHOUT_MARK
    after = max(0, min(after, index.height))
    return JournalReader(office.journal).entries(after=after, place=place_of(index.connection, after))


def _held_of(entry: Entry, index: Index, office: PostOffice) -> HeldMessage | None:
    if not isinstance(entry.record, Decided):
        return None
    return held_message(index.connection, JournalReader(office.journal), entry.record.ref)


class _Leftovers:
    """The claims a killed life left behind, and drafts that a power cut put back into their outboxes."""

    def __init__(self, homes: Homes, claims: ClaimFolders, judged: Sequence[_Judged], *, lost: bool) -> None:
        self._lost = lost
        # Where a power cut cut a rename in two (btrfs): a refused file under its old name as well.
        self.second_names: list[str] = []
        self._claims: dict[str, list[tuple[str, str]]] = {}
        self._outboxes: dict[str, str] = {}
        self._names = {(record.folder, record.file) for record in judged}
        # Agents that were removed while a draft of theirs was claimed have left it behind as well.
        gone = [name for name in claims.senders() if name not in homes.rules.agents]
        for name in (*homes.everybody(), *gone):
            outbox = homes.box(name, "outbox")
            if name in gone and not is_real_folder(outbox):
                continue
            self._outboxes[name] = outbox
            folders = claims.existing(name, outbox)
            self._claims[name] = [(outbox, path) for folder in folders for path in _files(folder)]

    def take(self, record: _Judged, entry: Entry) -> str | None:
        """The draft that this line judged, when it has not been finished: a claim, or one back in its outbox."""
        claims = self._claims.get(record.folder, [])
        if self._lost and self._take_second_name(record, entry, claims):
            return None
        for place in claims:
            if self._is_of(place[1], record) and _holds(place[1], record):
                claims.remove(place)
                return place[1]
        # No kill puts a draft back: the same bytes in the outbox are then a new try of the agent.
        if not self._lost or record.folder not in self._outboxes or self._refused_file(record, entry) is not None:
            return None
        return next((back for back in self._back(self._outboxes[record.folder], record) if _holds(back, record)), None)

    def _back(self, outbox: str, record: _Judged) -> Iterable[str]:
        """Where in its outbox the draft of a line may lie again."""
        if record.file == HIDDEN_NAME:
            return [path for path in _files(outbox) if self._is_of(path, record)]
        return [os.path.join(outbox, record.file)] if os.path.basename(record.file) == record.file else []

    def _is_of(self, claim: str, record: _Judged) -> bool:
        """Whether the claim has the name that the line was written for: the same bytes may have been sent twice.

        A name that the journal must not show belongs to no other line.
        """
        name = os.path.basename(claim)
        return name == record.file or (record.file == HIDDEN_NAME and (record.folder, name) not in self._names)

    def _refused_file(self, record: _Judged, entry: Entry) -> str | None:
        """The refused file in its place, where it lies there: the same bytes in the outbox are then a new try."""
        if not isinstance(record, Rejected) or record.folder not in self._outboxes:
            return None
        rejected = os.path.join(os.path.dirname(self._outboxes[record.folder]), "rejected")
        name = refused_as(entry, rejected)
        path = None if name is None else os.path.join(rejected, name)
        return path if path is not None and os.path.lexists(path) else None

    def _take_second_name(self, record: _Judged, entry: Entry, claims: list[tuple[str, str]]) -> bool:
        """Whether the very file that lies refused in its place has kept its old name, which then goes."""
        refused = self._refused_file(record, entry)
        if refused is None:
            return False
        outbox = self._outboxes[record.folder]
        old = [path for _, path in claims] + list(self._back(outbox, record))
        names = [path for path in old if _is_one_file(path, refused)]
        self.second_names += names
        claims[:] = [place for place in claims if place[1] not in names]
        return bool(names)

    def rest(self) -> Iterable[tuple[str, str, str]]:
        """What was claimed and never judged: (sender, outbox, claim)."""
        return [(sender, *place) for sender, places in self._claims.items() for place in places]


def _files(folder: str) -> list[str]:
    try:
        return sorted(os.path.join(folder, name) for name in os.listdir(folder))
    except OSError:
        return []


def _is_one_file(path: str, other: str) -> bool:
    try:
        one, two = os.lstat(path), os.lstat(other)
    except OSError:
        return False
    return (one.st_dev, one.st_ino) == (two.st_dev, two.st_ino)


def _holds(path: str, record: _Judged) -> bool:
    """Whether `path` is what the line judged: by its hash, or, where the line has none, by its size."""
    digest = record.sha256 if isinstance(record, Rejected) else hashlib.sha256(message_bytes(record)).hexdigest()
    if digest is not None:
        return hash_plain(path) == digest
    try:
        return os.lstat(path).st_size == record.size
    except OSError:
        return False


def _sweep(disk: Disk, homes: Homes, staging: Staging) -> None:
    """Remove staged copies that no line of the journal asks for: their verdicts were never committed."""
    areas = [path for name in homes.everybody() for path in staging.candidates(homes.home(name))]
    for folder in dict.fromkeys(areas):
        for path in _files(folder):
            # Beside a home elsewhere lies what its agent likes; only what the relay makes is the relay's to remove.
            if folder == staging.central or is_staged_name(os.path.basename(path)):
                with suppress(OSError):
                    disk.unlink(path)
