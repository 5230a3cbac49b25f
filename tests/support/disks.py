"""Disks for tests: counted, killed before a call or in its middle, failing, and quick ones that never wait."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mailbox_gui.core.disk import Disk

# Every side effect there is; a test holds this list to the public methods of `Disk`.
CALLS = (
    "write_new", "append", "overwrite", "write_again", "truncate", "sync_data", "sync_file", "sync_folder",
    "sync_filesystem", "rename_new", "rename_over", "unlink", "make_folder",
)  # fmt: skip
WRITES = frozenset({"write_new", "append"})


class WatchedDisk(Disk):
    """Tells `before` of every side effect. It does not wait for syncs: what lives on after a kill needs none."""

    def __init__(self, *, waits: bool = False) -> None:
        super().__init__()
        self.calls: list[str] = []
        self._waits = waits

    def before(self, call: str, arguments: tuple[Any, ...]) -> None:
        """Called before each side effect; what it raises happens instead."""

    def after(self, call: str, arguments: tuple[Any, ...]) -> None:
        """Called after each side effect that did not raise."""


def _watched(call: str) -> Callable[..., None]:
    plain = getattr(Disk, call)
    syncs = call.startswith("sync_")

    def watched(self: WatchedDisk, *arguments: Any) -> None:
        self.before(call, arguments)
        self.calls.append(call)
        if not syncs or self._waits:
            plain(self, *arguments)
        elif isinstance(arguments[0], str | Path):
            # Without the wait, but with the error that a missing file gives.
            Path(arguments[0]).stat()
        self.after(call, arguments)

    return watched


for _call in CALLS:
    setattr(WatchedDisk, _call, _watched(_call))


class KillingDisk(WatchedDisk):
    """Kills its own process before side effect number `at` (from 0), or, with `torn`, in the middle of it."""

    def __init__(self, at: int, *, torn: bool = False) -> None:
        super().__init__()
        self._at = at
        self._torn = torn

    def before(self, call: str, arguments: tuple[Any, ...]) -> None:
        if len(self.calls) < self._at:
            return
        if self._torn and call in WRITES:
            where, content = arguments
            getattr(Disk, call)(self, where, content[: len(content) // 2])
        os.kill(os.getpid(), signal.SIGKILL)


class Killed(BaseException):
    """The process is gone, as far as a test inside one process can play that."""


class DyingDisk(WatchedDisk):
    """Plays a kill without a process: from side effect number `at` on nothing reaches the disk any more."""

    def __init__(self, at: int | None = None) -> None:
        super().__init__()
        self.at = at

    def before(self, call: str, arguments: tuple[Any, ...]) -> None:
        if self.at is not None and len(self.calls) >= self.at:
            raise Killed


class FailingDisk(WatchedDisk):
    """Answers an error at the side effects that `fails` names, until `heal`."""

    def __init__(self, fails: Callable[[int, str, tuple[Any, ...]], bool], error: int = errno.ENOSPC) -> None:
        super().__init__()
        self._fails: Callable[[int, str, tuple[Any, ...]], bool] | None = fails
        self.error = error
        self.failed: list[str] = []

    def heal(self) -> None:
        """There is room again."""
        self._fails = None

    def before(self, call: str, arguments: tuple[Any, ...]) -> None:
        if self._fails is not None and self._fails(len(self.calls) + len(self.failed), call, arguments):
            self.failed.append(call)
            where = arguments[0] if isinstance(arguments[0], str | Path) else None
            raise OSError(self.error, os.strerror(self.error), None if where is None else os.fspath(where))
