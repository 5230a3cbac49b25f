"""Folders that belong to agents: a link in the place of one must never lead the relay somewhere else."""

from __future__ import annotations

import errno
import os
import stat


def is_real_folder(path: str | os.PathLike[str]) -> bool:
    """Whether `path` is a folder itself, no link to one."""
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except OSError:
        return False


def require_real_folder(path: str | os.PathLike[str]) -> os.stat_result:
    """What the system says of a folder.

    Raises NotADirectoryError for a link, a file or a pipe in the place of a folder; FileNotFoundError for nothing.
    """
    status = os.lstat(path)
    if not stat.S_ISDIR(status.st_mode):
        raise NotADirectoryError(errno.ENOTDIR, "it is no folder of its own", os.fspath(path))
    return status
