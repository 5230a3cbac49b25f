"""Reading files that others may have put there: never through a link, never waiting for a pipe, never without end."""

from __future__ import annotations

import errno
import hashlib
import os
import stat

_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY


def read_plain(path: str | os.PathLike[str], limit: int, *, follow: bool = False) -> bytes:
    """At most `limit` bytes of a plain file. Raises OSError, also for a pipe, a folder, a device, and a link.

    With `follow` links are followed: for what a user may well keep elsewhere and what is checked by other means.
    """
    with open(_open(path, 0 if follow else os.O_NOFOLLOW), "rb") as stream:
        return stream.read(limit)


def hash_plain(path: str | os.PathLike[str]) -> str | None:
    """The SHA-256 of a plain file in hex; None for everything else and where it cannot be read."""
    try:
        with open(_open(path, os.O_NOFOLLOW), "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None


def _open(path: str | os.PathLike[str], more: int) -> int:
    descriptor = os.open(path, _FLAGS | more)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not a plain file", os.fspath(path))
    return descriptor
