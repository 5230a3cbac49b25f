"""One short life of the relay for a command, where nobody else runs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.lock import RelayLock
from mailbox_gui.core.relay.engine import Engine
from mailbox_gui.core.relay.opening import open_engine
from mailbox_gui.core.relay.parts import Scanner, Tools
from mailbox_gui.core.relay.problems import ProblemBook
from mailbox_gui.core.relay.state import Clock


@contextmanager
def relay_alone(
    office: PostOffice,
    *,
    program: str,
    reason: str,
    clock: Clock,
    disk: Disk | None = None,
    cache: Path | None = None,
    scanner: Scanner | None = None,
) -> Iterator[tuple[Engine, Tools]]:
    """Take the lock, open the engine, and in the end close it for `reason` and give the lock back.

    Raises LockHeld and what `open_engine` raises; after an error inside everything is left to the next recovery.
    """
    disk = disk or Disk()
    if not office.relay.is_dir():
        disk.make_folder(office.relay)
    lock = RelayLock(office.root, disk)
    lock.acquire(program)
    try:
        found = scanner or SecretScanner.load(cache or office.relay / "scanner")
        tools = Tools(disk, clock, found, ProblemBook())
        engine = open_engine(office, tools, program=program)
        closing: str | None = None
        try:
            yield engine, tools
            closing = reason
        finally:
            engine.close(closing)
    finally:
        lock.release()
