"""The seam over every call that changes the disk, so that tests can stop or fail the program at each of them.

Nothing in the core changes a file but through a `Disk`. Reads go straight to `os`. See docs/durability.md.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path

_RENAME_NOREPLACE = 1
_AT_FDCWD = -100


def _libc() -> ctypes.CDLL | None:
    """The C library with renameat2 and syncfs, or None where the platform has neither."""
    if not sys.platform.startswith("linux"):
        return None
    return ctypes.CDLL(None, use_errno=True)


class Disk:
    """Side effects on the file system, each one call that a test double can count, kill before, or fail.

    Every method raises OSError as the system call does. Paths are str or Path; new files are 0600, folders 0700.
    """

    def __init__(self) -> None:
        self._libc = _libc()

    def write_new(self, path: str | Path, content: bytes) -> None:
        """Create `path` and write `content`; not durable yet. FileExistsError when it is there."""
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            _write_all(descriptor, content)
        finally:
            os.close(descriptor)

    def append(self, descriptor: int, content: bytes) -> None:
        """Append `content` to an open file; not durable yet."""
        _write_all(descriptor, content)

    def overwrite(self, descriptor: int, content: bytes) -> None:
        """Write `content` at the start of an open file in one call; never made durable on its own."""
        os.pwrite(descriptor, content, 0)

    def truncate(self, path: str | Path, size: int) -> None:
        """Cut the file to `size` bytes."""
        os.truncate(path, size)

    def sync_data(self, descriptor: int) -> None:
        """Make an open file's content durable (fdatasync; F_FULLFSYNC on macOS, where fsync does not reach the disk)."""
        if sys.platform == "darwin":
            import fcntl

            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        else:
            os.fdatasync(descriptor)

    def sync_file(self, path: str | Path) -> None:
        """Make the content of `path` durable."""
        self._sync_path(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)

    def sync_folder(self, path: str | Path) -> None:
        """Make the names in folder `path` durable."""
        self._sync_path(path, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY)

    def sync_filesystem(self, path: str | Path) -> None:
        """Make everything written to the file system of `path` durable: cheaper than many fsyncs for a backlog."""
        if self._libc is None:
            os.sync()
            return
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            if self._libc.syncfs(descriptor) != 0:
                raise _os_error(path)
        finally:
            os.close(descriptor)

    def rename_new(self, source: str | Path, target: str | Path) -> None:
        """Rename without replacing: FileExistsError when `target` is there, whatever it is."""
        if self._libc is not None:
            done = self._libc.renameat2(
                _AT_FDCWD, os.fsencode(source), _AT_FDCWD, os.fsencode(target), _RENAME_NOREPLACE
            )
            if done == 0:
                return
            error = ctypes.get_errno()
            # File systems without the flag (some FUSE, NFS) answer EINVAL or ENOSYS: fall through to link and unlink.
            if error not in (errno.EINVAL, errno.ENOSYS):
                raise OSError(error, os.strerror(error), os.fspath(source), None, os.fspath(target))
        self._rename_by_link(source, target)

    def rename_over(self, source: str | Path, target: str | Path) -> None:
        """Rename, replacing `target` in one step."""
        os.replace(source, target)

    def unlink(self, path: str | Path) -> None:
        """Remove a file."""
        os.unlink(path)

    def make_folder(self, path: str | Path) -> None:
        """Create one folder, 0700; its parent must exist. FileExistsError when it is there."""
        os.mkdir(path, 0o700)

    def _rename_by_link(self, source: str | Path, target: str | Path) -> None:
        if os.path.isdir(source) and not os.path.islink(source):
            # Folders cannot be hard-linked; rename() refuses a non-empty target folder by itself.
            if os.path.lexists(target):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(target))
            os.rename(source, target)
            return
        os.link(source, target, follow_symlinks=False)
        os.unlink(source)

    def _sync_path(self, path: str | Path, flags: int) -> None:
        descriptor = os.open(path, flags)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _write_all(descriptor: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]


def _os_error(path: str | Path) -> OSError:
    error = ctypes.get_errno()
    return OSError(error, os.strerror(error), os.fspath(path))
