"""A file for somebody else, whole or not at all: written beside its place, durable, moved there without replacing."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from mailbox_gui.core.disk import Disk

_BLOCK: Final = 1 << 20


class TargetTaken(Exception):
    """Something lies where the file shall be: no export ever writes over anything."""

    def __init__(self, target: Path) -> None:
        super().__init__(f"{target} is there already; name another, or move it away")
        self.target = target


def require_free(target: Path) -> None:
    """Raise TargetTaken when anything, be it a dangling link, has that name; OSError when its folder is none."""
    if os.path.lexists(target):
        raise TargetTaken(target)
    os.listdir(target.parent)


def beside(target: Path) -> Path:
    """The name under which something is made before it is moved to `target`."""
    return target.with_name(f".{target.name}.{os.getpid()}.part")


def publish(disk: Disk, partial: Path, target: Path) -> None:
    """Move what was made to its place. Raises TargetTaken, OSError."""
    try:
        disk.rename_new(partial, target)
    except FileExistsError:
        raise TargetTaken(target) from None
    disk.sync_folder(target.parent)


class NewFile:
    """A file that grows at its end only, under another name until `finish`; without that it leaves nothing behind.

    It is what `zipfile` writes to. Raises OSError naming the target.
    """

    def __init__(self, disk: Disk, target: Path) -> None:
        require_free(target)
        self._disk = disk
        self._target = target
        self._partial = beside(target)
        self._waiting = bytearray()
        self._descriptor: int | None = None

    def __enter__(self) -> Self:
        with self._naming_target():
            if os.path.lexists(self._partial):
                # Left by a process of the same number that was killed.
                self._disk.unlink(self._partial)
            self._disk.write_new(self._partial, b"")
            self._descriptor = os.open(self._partial, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
            with suppress(OSError):
                self._disk.unlink(self._partial)

    def write(self, content: bytes) -> int:
        """Write at the end; gathered into large writes."""
        self._waiting += content
        if len(self._waiting) >= _BLOCK:
            self._write_waiting()
        return len(content)

    def flush(self) -> None:
        """Nothing: `finish` makes everything durable at once."""

    def finish(self) -> None:
        """Make the file durable and give it its name. Raises TargetTaken, OSError."""
        self._write_waiting()
        descriptor, self._descriptor = self._descriptor, None
        assert descriptor is not None
        try:
            with self._naming_target():
                try:
                    self._disk.sync_data(descriptor)
                finally:
                    os.close(descriptor)
                publish(self._disk, self._partial, self._target)
        except BaseException:
            with suppress(OSError):
                self._disk.unlink(self._partial)
            raise

    def _write_waiting(self) -> None:
        assert self._descriptor is not None
        content = bytes(self._waiting)
        self._waiting.clear()
        with self._naming_target():
            self._disk.append(self._descriptor, content)

    def _naming_target(self) -> NamingTarget:
        return NamingTarget(self._target)


class NamingTarget:
    """Errors of the machine inside it name `target`, which the user knows, and not what lies beside it."""

    def __init__(self, target: Path) -> None:
        self._target = target

    def __enter__(self) -> None:
        """Nothing to do."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror or str(error), os.fspath(self._target)) from error
