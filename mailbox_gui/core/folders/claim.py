"""Claiming: a draft is taken out of its outbox before it is opened, so that nobody changes it after the checks."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import sys
from contextlib import suppress
from dataclasses import dataclass

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.outbox import mark_of
from mailbox_gui.core.folders.real_folders import is_real_folder, require_real_folder
from mailbox_gui.core.message.names import is_agent_name

_KINDS = (
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISCHR, "a device"),
)
_OPEN_FLAGS = (
    os.O_RDONLY
    | os.O_CLOEXEC
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
)


class StillOpen(Exception):
    """Somebody still has the draft open for writing, or it changed after it had settled."""


@dataclass(frozen=True, slots=True)
class Read:
    """A claimed draft's bytes, at most limit + 1 of them; `what` is set instead for what is no plain file."""

    size: int
    raw: bytes = b""
    what: str | None = None


class ClaimFolders:
    """Where claims of one outbox lie: the relay's own area, or one on the outbox's file system.

    A rename cannot cross file systems, so the first of the candidate folders that a rename reaches is used and
    remembered per outbox.
    """

    def __init__(self, disk: Disk, central: str) -> None:
        self._disk = disk
        self._central = central
        self._chosen: dict[str, str] = {}

    def candidates(self, sender: str, outbox: str) -> tuple[str, ...]:
        """All folders where claims of this outbox may lie, the usual one first."""
        home = os.path.dirname(outbox)
        return (
            os.path.join(self._central, sender),
            os.path.join(home, ".relay", "claimed"),
            os.path.join(outbox, ".relay-claimed"),
        )

    def senders(self) -> list[str]:
        """The agents that have a folder in the relay's own area, whether anything is in it or not."""
        try:
            return sorted(name for name in os.listdir(self._central) if is_agent_name(name))
        except OSError:
            return []

    def existing(self, sender: str, outbox: str) -> tuple[str, ...]:
        """Those of the candidates that are there. A link in the place of one is an agent's trap and left alone."""
        central, *beside = self.candidates(sender, outbox)
        found = [central, *(folder for folder in beside if is_real_folder(os.path.dirname(folder)))]
        return tuple(folder for folder in found if is_real_folder(folder))

    def claim(self, sender: str, outbox: str, name: str) -> str:
        """Move `name` out of the outbox; the path of the claim.

        Raises FileNotFoundError when it is gone, FileExistsError when an older claim of that name is not finished.
        """
        source = os.path.join(outbox, name)
        chosen = self._chosen.get(outbox)
        if chosen is not None:
            target = os.path.join(chosen, name)
            try:
                self._disk.rename_new(source, target)
                return target
            except OSError as error:
                if error.errno not in (errno.EXDEV, errno.ENOENT) or not os.path.lexists(source):
                    raise
        for folder in self.candidates(sender, outbox):
            try:
                self._make(folder)
                target = os.path.join(folder, name)
                self._disk.rename_new(source, target)
            except OSError as error:
                if error.errno == errno.EXDEV:
                    continue
                raise
            self._chosen[outbox] = folder
            return target
        raise OSError(errno.EXDEV, "no folder on the outbox's file system can take the claim", source)

    def _make(self, folder: str) -> None:
        parent = os.path.dirname(folder)
        for path in (parent, folder):
            if not os.path.lexists(path):
                with suppress(FileExistsError):
                    self._disk.make_folder(path)
            require_real_folder(path)


def read_claim(path: str, limit: int, expected: tuple[int, int, int, int] | None = None) -> Read:
    """Read a claimed draft once, never following a link and never blocking; at most `limit` + 1 bytes.

    `expected` is what the draft looked like when it had settled (its ctime is not compared: the claim's rename
    changes it). Raises StillOpen when it is not what had settled or is open for writing elsewhere; OSError when it
    cannot be read.
    """
    status = os.lstat(path)
    what = _what(status)
    if what is not None:
        return Read(status.st_size, what=what)
    descriptor = os.open(path, _OPEN_FLAGS)
    try:
        status = os.fstat(descriptor)
        what = _what(status)
        if what is not None:
            return Read(status.st_size, what=what)
        if expected is not None and mark_of(status)[:3] != expected[:3]:
            raise StillOpen
        if not _lease(descriptor):
            raise StillOpen
        return Read(status.st_size, _read_up_to(descriptor, limit + 1))
    finally:
        os.close(descriptor)


def _read_up_to(descriptor: int, count: int) -> bytes:
    chunks: list[bytes] = []
    while count > 0:
        chunk = os.read(descriptor, count)
        if not chunk:
            break
        chunks.append(chunk)
        count -= len(chunk)
    return b"".join(chunks)


def _what(status: os.stat_result) -> str | None:
    """What a file is, in words, when it is not a plain file with one name."""
    if stat.S_ISREG(status.st_mode):
        return None if status.st_nlink == 1 else "a file with more than one hard link"
    for test, words in _KINDS:
        if test(status.st_mode):
            return words
    return "not a plain file"


def _lease(descriptor: int) -> bool:
    """Whether nobody has the file open for writing, as far as the kernel can tell (fcntl(2), F_SETLEASE).

    A read lease is refused while there is a writer. It is given back when the descriptor is closed. Other systems
    and file systems without leases answer True: there the settle time alone protects.
    """
    if not sys.platform.startswith("linux"):
        return True
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except OSError as error:
        return error.errno not in (errno.EAGAIN, errno.EWOULDBLOCK)
    # Given back at once: the bytes are read in the next call, and a kept lease would signal this process (SIGIO).
    fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    return True
