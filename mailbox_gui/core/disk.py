"""The seam over every call that changes the disk, so that tests can stop or fail the program at each of them.

Nothing in the core changes a file but through a `Disk`. Reads go straight to `os`. See docs/durability.md.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path

if sys.platform == "darwin":
    import fcntl

_RENAME_NOREPLACE = 1
_AT_FDCWD = -100

# What a file system answers that cannot do what was asked, as opposed to one where it failed.
_UNSUPPORTED = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})


def _libc() -> ctypes.CDLL | None:
    """The C library with renameat2 and syncfs, or None where the platform has neither."""
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None, use_errno=True)
    # musl and old C libraries lack one of them.
    return library if hasattr(library, "renameat2") and hasattr(library, "syncfs") else None


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

    def overwrite(self, descriptor: int, content: bytes, offset: int = 0) -> None:
        """Write `content` at `offset` of an open file in one call; not durable yet."""
        os.pwrite(descriptor, content, offset)

    def write_again(self, path: str | Path, offset: int, content: bytes) -> None:
        """Write `content` over the same bytes that lie at `offset`; not durable yet."""
        descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        try:
            os.lseek(descriptor, offset, os.SEEK_SET)
            _write_all(descriptor, content)
        finally:
            os.close(descriptor)

    def truncate(self, path: str | Path, size: int) -> None:
        """Cut the file to `size` bytes."""
        os.truncate(path, size)

    def sync_data(self, descriptor: int) -> None:
        """Make an open file's content durable (fdatasync; what a file's times say may be lost)."""
        if sys.platform == "darwin":
            _sync(descriptor)
        else:
            os.fdatasync(descriptor)

    def sync_file(self, path: str | Path) -> None:
        """Make the content of `path` durable."""
        # A pipe that somebody put in its place must not be waited for.
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            _sync(descriptor)
        finally:
            os.close(descriptor)

    def sync_folder(self, path: str | Path) -> None:
        """Make the names in folder `path` durable, where the file system can do that at all."""
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY)
        try:
            _sync(descriptor)
        except OSError as error:
            if error.errno not in _UNSUPPORTED:
                raise
        finally:
            os.close(descriptor)

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
        """Rename without replacing: FileExistsError when `target` is there, whatever it is.

        OSError(EXDEV) across file systems. Where the system has no such call, files go by a hard link, and folders (and
        files without links) by a look and a rename, which a stranger could slip into between the two.
        """
        if self._libc is not None:
            done = self._libc.renameat2(_AT_FDCWD, _c_path(source), _AT_FDCWD, _c_path(target), _RENAME_NOREPLACE)
            if done == 0:
                return
            error = ctypes.get_errno()
            # File systems without the flag (some FUSE, NFS) answer EINVAL, old kernels ENOSYS.
            if error not in _UNSUPPORTED:
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
            _look_and_rename(source, target)
            return
        try:
            os.link(source, target, follow_symlinks=False)
        except FileExistsError:
            # A run that was killed between link and unlink left both names: finish it.
            if not _same_file(source, target):
                raise
        except OSError as error:
            # No hard links there (FAT, some FUSE); EPERM is what they answer too.
            if error.errno not in _UNSUPPORTED | {errno.EPERM, errno.EMLINK}:
                raise
            _look_and_rename(source, target)
            return
        os.unlink(source)


def _look_and_rename(source: str | Path, target: str | Path) -> None:
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(source), None, os.fspath(target))
    os.rename(source, target)


def _same_file(source: str | Path, target: str | Path) -> bool:
    """Whether both names are one inode; the same name twice is not meant."""
    one, other = os.lstat(source), os.lstat(target)
    return (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino) and os.path.abspath(source) != os.path.abspath(
        target
    )


def _sync(descriptor: int) -> None:
    """fsync, but on macOS F_FULLFSYNC, since fsync does not reach the disk there."""
    if sys.platform == "darwin":
        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        except OSError as error:
            # Network volumes know fsync only.
            if error.errno not in _UNSUPPORTED:
                raise
        else:
            return
    os.fsync(descriptor)


def _write_all(descriptor: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]


def _c_path(path: str | Path) -> bytes:
    encoded = os.fsencode(path)
    if b"\x00" in encoded:
        # C would end the name there and rename something else.
        raise ValueError("embedded null byte")
    return encoded


def _os_error(path: str | Path) -> OSError:
    error = ctypes.get_errno()
    return OSError(error, os.strerror(error), os.fspath(path))
