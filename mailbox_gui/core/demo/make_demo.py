"""Makes the demo post office: whole or not at all, beside its place first, then moved there in one step."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Final

from mailbox_gui.core.checks.secret_scan.scanner import ScannerUnavailable, SecretScanner
from mailbox_gui.core.demo.stories import read_stories
from mailbox_gui.core.demo.week import PROGRAM, Week
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.root import NewerPostOffice, NotAPostOffice, open_post_office
from mailbox_gui.core.journal.lock import RelayLock
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import MODERATE, Cost
from mailbox_gui.core.relay.founding import FoundingError, found_post_office
from mailbox_gui.core.relay.parts import Scanner
from mailbox_gui.core.resources import resource_path

HUB: Final = "hub"
AGENTS: Final = ("builder", "researcher", "site", "trader")
# The same stories with the same seed and the same `now` are the same letters, but for keys, which are new each time.
_SEED: Final = 20_261_130

Progress = Callable[[int, int], None]


class _UnhurriedDisk(Disk):
    """Makes nothing durable one by one: until it is moved to its place nobody relies on the demo."""

    def sync_data(self, descriptor: int) -> None:
        pass

    def sync_file(self, path: str | Path) -> None:
        pass

    def sync_folder(self, path: str | Path) -> None:
        pass


def make_demo(
    root: Path,
    *,
    now: datetime,
    scanner: Scanner | None = None,
    cache: Path | None = None,
    passphrase: str | None = None,
    cost: Cost = MODERATE,
    on_progress: Progress | None = None,
) -> PostOffice:
    """Make the demo post office in `root`, which must be missing or empty; one that is there already stays as it is.

    The week in it ends at `now`. `cache` is where the secret scanner keeps its compiled rules (None: in the demo);
    loading them takes most of the time, some seconds when they are not there yet, and is spared with a `scanner`.
    `on_progress` is told how many happenings of how many are done. Raises FoundingError; then nothing is left behind.
    """
    present = _present(root)
    if present is not None:
        return present
    progress = on_progress or (lambda _done, _all: None)
    workshop = root.with_name(f".{root.name}.{os.getpid()}.demo")
    try:
        _clear_abandoned(root)
        root.parent.mkdir(parents=True, exist_ok=True)
        _build(workshop, root, now, scanner, cache, passphrase, cost, progress)
        _move(Disk(), workshop, root)
    except OSError as error:
        if (present := _present(root)) is not None:
            # Another process was first; its demo is as good.
            return present
        raise FoundingError(f"{root}: the demo cannot be made: {error.strerror or error}") from error
    except ScannerUnavailable as error:
        raise FoundingError(f"{root}: the demo cannot be made: {error}") from error
    finally:
        shutil.rmtree(workshop, ignore_errors=True)
    return PostOffice(root)


def _build(
    workshop: Path,
    place: Path,
    now: datetime,
    scanner: Scanner | None,
    cache: Path | None,
    passphrase: str | None,
    cost: Cost,
    progress: Progress,
) -> None:
    stories = read_stories(resource_path("demo/stories"))
    progress(0, len(stories))
    disk = _UnhurriedDisk()
    first = now - stories[0].ago
    shutil.rmtree(workshop, ignore_errors=True)
    office = found_post_office(
        workshop, hub=HUB, agents=AGENTS, passphrase=passphrase, clock=lambda: first, disk=disk, cost=cost
    )
    scanner = scanner or SecretScanner.load(cache or office.relay / "scanner")
    lock = RelayLock(workshop, disk)
    lock.acquire(PROGRAM)
    try:
        key = OwnerKey.load(office.keys).unlock(passphrase)
        done = iter(range(1, len(stories) + 1))
        week = Week(office, place, now, key, scanner, disk, Random(_SEED))  # noqa: S311 - believable, not unguessable
        week.live(stories, lambda: progress(next(done), len(stories)))
    finally:
        lock.release()


def _move(disk: Disk, workshop: Path, root: Path) -> None:
    disk.sync_filesystem(workshop)
    if root.is_dir():
        # Raises when something was put there meanwhile.
        root.rmdir()
    disk.rename_new(workshop, root)
    disk.sync_folder(root.parent)


def _present(root: Path) -> PostOffice | None:
    """The post office that is there already; None where there is room for one. Raises FoundingError."""
    try:
        return open_post_office(root)
    except NewerPostOffice as error:
        raise FoundingError(str(error)) from error
    except NotAPostOffice:
        pass
    try:
        if os.path.lexists(root) and (not root.is_dir() or any(root.iterdir())):
            raise FoundingError(f"{root} is not empty and no post office; name a folder that is empty or not there yet")
    except OSError as error:
        raise FoundingError(f"{root} cannot be read: {error.strerror}") from error
    return None


def _clear_abandoned(root: Path) -> None:
    """Remove what earlier runs left beside the place when they were killed."""
    if not root.parent.is_dir():
        return
    workshop = re.compile(rf"\.+{re.escape(root.name)}\.(\d+)\.demo(\.\d+\.new)?")
    for path in root.parent.iterdir():
        found = workshop.fullmatch(path.name)
        if found is not None and not _is_running(int(found[1])):
            shutil.rmtree(path, ignore_errors=True)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
