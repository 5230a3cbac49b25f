"""One relay per post office: an operating-system lock, freed when its holder dies, and a note of who holds it."""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from mailbox_gui.core.disk import Disk

_FOLDER: Final = ".relay"
_LOCK: Final = "lock"
_HOLDER: Final = "holder.json"
# A probe (`holder`) holds a shared lock for some microseconds; a relay that starts in just that moment waits for it.
_PATIENCE_SECONDS: Final = 0.25
_MOST_BYTES: Final = 4096


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds the lock, as it wrote itself: None and empty where it could not write (a full disk)."""

    pid: int | None = None
    program: str = ""
    since: datetime | None = None


class LockHeld(Exception):
    """Another relay works in this post office."""

    def __init__(self, holder: Holder) -> None:
        who = holder.program or "another program"
        process = "" if holder.pid is None else f", process {holder.pid}"
        super().__init__(f"the relay of this post office runs already ({who}{process})")
        self.holder = holder


class LockUnusable(Exception):
    """The lock cannot be taken by anybody: its folder is missing, read-only or belongs to another user."""


class RelayLock:
    """The lock of the post office at `root`. Held until `release`, or until this object or its process is no more."""

    def __init__(self, root: Path, disk: Disk | None = None) -> None:
        self._folder = root / _FOLDER
        self._disk = disk or Disk()
        # The lock belongs to the relay, not to the thread that took it.
        self._inode: int | None = None
        self._lock = FileLock(self._folder / _LOCK, mode=0o600, thread_local=False)

    @property
    def held(self) -> bool:
        """Whether this object holds the lock."""
        return self._lock.is_locked

    @property
    def is_in_place(self) -> bool:
        """Whether the lock held is still the one that others would find; not when `.relay` was deleted or exchanged."""
        return self._lock.is_locked and _inode(self._folder / _LOCK) == self._inode

    def acquire(self, program: str) -> None:
        """Take the lock for `program` ("mailbox relay"). Raises LockHeld, LockUnusable."""
        try:
            # All of `.relay/` can be rebuilt, so it may be missing.
            if not self._folder.exists():
                self._disk.make_folder(self._folder)
            self._lock.acquire(timeout=_PATIENCE_SECONDS, poll_interval=0.01)
        except Timeout:
            raise LockHeld(_read_holder(self._folder)) from None
        except OSError as error:
            where = self._folder / _LOCK
            raise LockUnusable(f"{where} cannot be locked ({error.strerror}); make the folder writable") from error
        self._inode = _inode(self._folder / _LOCK)
        self._write_holder(Holder(os.getpid(), program, datetime.now(UTC)))

    def release(self) -> None:
        """Give the lock back; nothing happens when it is not held."""
        if self._lock.is_locked:
            with suppress(OSError):
                self._disk.unlink(self._folder / _HOLDER)
            self._lock.release()

    def _write_holder(self, holder: Holder) -> None:
        """Say who holds the lock. It only serves to name the holder, so a full disk does not keep the relay away."""
        path = self._folder / _HOLDER
        fresh = path.with_suffix(".new")
        since = holder.since.isoformat(timespec="seconds") if holder.since else ""
        content = json.dumps({"pid": holder.pid, "program": holder.program, "since": since}).encode("utf-8")
        for old in (path, fresh):
            with suppress(OSError):
                self._disk.unlink(old)
        with suppress(OSError):
            self._disk.write_new(fresh, content)
            self._disk.rename_over(fresh, path)


def holder(root: Path) -> Holder | None:
    """Who runs the relay of the post office at `root`; None when nobody does, whatever an old note says.

    Raises LockUnusable when the lock cannot be looked at.
    """
    folder = root / _FOLDER
    try:
        descriptor = os.open(folder / _LOCK, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LockUnusable(f"{folder / _LOCK} cannot be looked at ({error.strerror})") from error
    try:
        # Shared, read-only and let go at once: filelock would make the file and lock out a relay that starts meanwhile.
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _read_holder(folder)
    finally:
        os.close(descriptor)
    return None


def _read_holder(folder: Path) -> Holder:
    try:
        with (folder / _HOLDER).open("rb") as file:
            members = json.loads(file.read(_MOST_BYTES))
        pid, program = members["pid"], members["program"]
        if type(pid) is not int or not isinstance(program, str):
            return Holder()
        return Holder(pid, program, datetime.fromisoformat(members["since"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return Holder()


def _inode(path: Path) -> int | None:
    try:
        return path.stat().st_ino
    except OSError:
        return None
