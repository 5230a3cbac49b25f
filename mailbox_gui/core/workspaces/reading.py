"""Reading the markers of one file: plain files only, never through a link, never more than the limit, never waiting."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass

from mailbox_gui.core.workspaces.markers import WORDS, Found, markers_in

_LOOKS_BINARY = 8_192


@dataclass(frozen=True, slots=True)
class Read:
    """What a file held when it looked like `mark`: size, times and inode."""

    mark: tuple[int, int, int, int]
    found: tuple[Found, ...]


def read_markers(path: str, known: Read | None, limit: int) -> Read | None:
    """The markers of a file, taken from `known` when it looks the same; None for what is no plain file of that size.

    What cannot be read has none either. Raises nothing: the workspace is somebody else's, and changes meanwhile.
    """
    try:
        status = os.lstat(path)
        if not stat.S_ISREG(status.st_mode) or status.st_size > limit:
            return None
        mark = (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
        if known is not None and known.mark == mark:
            return known
        return Read(mark, tuple(_markers_of(path, limit)))
    except OSError:
        return None


def _markers_of(path: str, limit: int) -> tuple[Found, ...]:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return ()
        content = os.read(descriptor, limit)
    finally:
        os.close(descriptor)
    if WORDS.search(content) is None or b"\0" in content[:_LOOKS_BINARY]:
        return ()
    return tuple(markers_in(content.decode("utf-8", "replace")))
