"""One outbox: which files are drafts, which of them have settled, in bounded slices. Reads only."""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from mailbox_gui.core.folders.real_folders import require_real_folder

_UNFINISHED_SUFFIXES = (".tmp", ".part", "~", ".swp")
ACT_SUFFIX = ".act.json"
RECEIPT_SUFFIX = ".act.json.receipt"

# A folder's mtime has the file system's granularity (up to 2 s on FAT): a younger one may hide a second change.
MTIME_TRUSTED_AFTER = 2.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A settled entry of an outbox. `mark` is what it looked like then: size, mtime, inode, ctime."""

    name: str
    mark: tuple[int, int, int, int]
    by_rename: bool = False


@dataclass(slots=True)
class _Seen:
    """An entry that has not settled yet, and since when it looks as it does (monotonic seconds)."""

    mark: tuple[int, int, int, int]
    since: float


def is_ignored(name: str) -> bool:
    """Whether an entry is work in progress or private to its writer: dot-files, *.tmp, *.part, *~, *.swp."""
    return name.startswith(".") or name.endswith(_UNFINISHED_SUFFIXES)


def mark_of(status: os.stat_result) -> tuple[int, int, int, int]:
    """What an entry looks like: size, mtime, inode, ctime; any write or replacement changes it."""
    return (status.st_size, status.st_mtime_ns, status.st_ino, status.st_ctime_ns)


class Outbox:
    """The drafts of one participant, taken in the order in which they were finished.

    `arrived_by_rename` answers for a path whether a watcher saw it arrive whole; it is a hint: without one the
    entry is watched for the settle time. `settle` and all moments are seconds.
    """

    def __init__(self, sender: str, folder: str, arrived_by_rename: Callable[[str], bool]) -> None:
        self.sender = sender
        self.folder = folder
        self.not_mail: tuple[str, ...] = ()
        self._arrived_by_rename = arrived_by_rename
        self._ready: deque[Candidate] = deque()
        self._seen: dict[str, _Seen] = {}
        self._put_back: dict[str, float] = {}
        self._folder_mtime = -1

    @property
    def backlog(self) -> int:
        """How many settled drafts are known and not yet taken."""
        return len(self._ready)

    @property
    def unsettled(self) -> int:
        """How many entries are being watched for the settle time."""
        return len(self._seen)

    def take(self, limit: int) -> list[Candidate]:
        """At most `limit` settled drafts, oldest first; they are not offered again before the next look."""
        return [self._ready.popleft() for _ in range(min(limit, len(self._ready)))]

    def look(self, settle: float, wall: float, monotonic: float, *, force: bool = False) -> float | None:
        """Scan the folder unless nothing can have changed; the seconds until the next entry settles, or None.

        Raises OSError when the folder is gone or may not be read.
        """
        if self._ready:
            return 0.0
        status = require_real_folder(self.folder)
        unchanged = status.st_mtime_ns == self._folder_mtime and wall - status.st_mtime > MTIME_TRUSTED_AFTER
        if unchanged and not self._seen and not force:
            return None
        self._folder_mtime = status.st_mtime_ns
        return self._scan(settle, wall, monotonic)

    def put_back(self, name: str, monotonic: float, pause: float) -> None:
        """The draft went back into the folder (still being written, unreadable): leave it alone for `pause` seconds."""
        self._put_back[name] = monotonic + pause
        self._folder_mtime = -1

    def forget(self) -> None:
        """Nothing of it waits any more: it is left alone for now, and looked at anew when it is looked at again."""
        self._ready.clear()
        self._seen.clear()
        self._folder_mtime = -1

    def _scan(self, settle: float, wall: float, monotonic: float) -> float | None:
        ready: list[tuple[int, str, Candidate]] = []
        not_mail: list[str] = []
        seen: dict[str, _Seen] = {}
        soonest: float | None = None
        for entry in os.scandir(self.folder):
            name = entry.name
            if is_ignored(name) or name.endswith((ACT_SUFFIX, RECEIPT_SUFFIX)):
                continue
            if not name.endswith(".md"):
                not_mail.append(name)
                continue
            try:
                status = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            mark = mark_of(status)
            wait, known = self._wait(name, mark, status, settle, wall, monotonic)
            if wait <= 0:
                by_rename = known is None
                ready.append((status.st_mtime_ns, name, Candidate(name, mark, by_rename)))
            else:
                seen[name] = known or _Seen(mark, monotonic)
                soonest = wait if soonest is None else min(soonest, wait)
        self._seen = seen
        self._put_back = {name: until for name, until in self._put_back.items() if until > monotonic}
        self.not_mail = tuple(sorted(not_mail))
        ready.sort()
        self._ready.extend(candidate for _, _, candidate in ready)
        return 0.0 if ready else soonest

    def _wait(
        self, name: str, mark: tuple[int, int, int, int], status: os.stat_result, settle: float, wall: float, now: float
    ) -> tuple[float, _Seen | None]:
        """Seconds until the entry counts as settled, and since when it has been seen as it is."""
        held = self._put_back.get(name, 0.0) - now
        if not stat.S_ISREG(status.st_mode):
            return held, None
        if held <= 0 and self._arrived_by_rename(os.path.join(self.folder, name)):
            return 0.0, None
        seen = self._seen.get(name)
        if seen is None or seen.mark != mark:
            seen = _Seen(mark, now)
        # ctime cannot be set by the sender: an entry older than the settle time needs no second look. A ctime in the
        # future (clock set back) proves nothing, then only what was observed counts.
        age = wall - status.st_ctime
        unchanged_for = max(now - seen.since, age if age >= 0 else 0.0)
        return max(settle - unchanged_for, held), seen
