"""The watcher: hints that something arrived, so that the relay need not wait for its next look. Never the truth."""

from __future__ import annotations

import logging
import os
import sys
import threading
from typing import TYPE_CHECKING

from watchdog.events import FileClosedEvent, FileMovedEvent, FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

if TYPE_CHECKING:
    from watchdog.observers.api import BaseObserver

# File systems whose events never reach inotify on this machine; there only the rescan counts.
_SILENT_FILE_SYSTEMS = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "9p", "fuse", "fuseblk", "vboxsf", "prl_fs", "virtiofs"}
)
_REMEMBERED_RENAMES = 50_000


class Watcher:
    """Watches whole trees and sets `wake`; remembers which drafts arrived by rename.

    One recursive watch on each root: a rename inside a watched tree is seen at once, one out of it would be held
    back by the library's pairing of moves. `lost_events` is set when the system's queue overflowed.
    """

    def __init__(self, roots: tuple[str, ...], wake: threading.Event) -> None:
        self.lost_events = threading.Event()
        self.roots = roots
        self._wake = wake
        self._renamed: dict[str, None] = {}
        self._observer: BaseObserver | None = None
        self._handler = _Handler(self._renamed, wake)
        self._overflow = _OverflowHook(self.lost_events, wake)
        self._why_off = ""

    @property
    def state(self) -> str:
        """`events`, or `rescan only: why`, or `off`."""
        if self._why_off:
            return f"rescan only: {self._why_off}"
        return "events" if self._observer is not None else "off"

    @property
    def resting(self) -> bool:
        """Whether it rests while a flood is worked off."""
        return self._observer is None and self._why_off.startswith("resting")

    @property
    def alive(self) -> bool:
        """Whether the observer's threads still run; a dead one is to be restarted and said."""
        observer = self._observer
        if observer is None:
            return bool(self._why_off)
        return observer.is_alive() and all(emitter.is_alive() for emitter in observer.emitters)

    def start(self) -> None:
        """Begin to watch. A tree that cannot be watched leaves rescan only, with the reason in `state`."""
        self._why_off = _silent(self.roots)
        if self._why_off:
            return
        observer = _make_observer()
        # Creation is left out: a new file is of interest when it is closed or renamed, and each event costs 0.1 ms.
        kinds: list[type[FileSystemEvent]] = [FileMovedEvent, FileClosedEvent]
        try:
            for root in self.roots:
                observer.schedule(self._handler, root, recursive=True, event_filter=kinds)
            observer.start()
        except OSError as error:
            # inotify's limits on watches and instances are the usual reason.
            self._why_off = f"{error.strerror or error} (fs.inotify.max_user_watches may be too low)"
            return
        logging.getLogger("watchdog").addHandler(self._overflow)
        self._observer = observer

    def rest(self) -> None:
        """Stop watching while a flood is worked off: each event costs time that a scan saves. `start` goes on."""
        self.stop()
        self._why_off = "resting while a backlog is worked off"

    def stop(self) -> None:
        """End watching; the threads are joined."""
        observer, self._observer = self._observer, None
        logging.getLogger("watchdog").removeHandler(self._overflow)
        if observer is not None:
            observer.stop()
            observer.join(5.0)

    def arrived_by_rename(self, path: str) -> bool:
        """Whether `path` was seen to arrive whole; asked once for each arrival."""
        return self._renamed.pop(path, self) is None


class _Handler(FileSystemEventHandler):
    """Runs on the observer's thread: notes renames into an outbox, wakes the relay; nothing else."""

    def __init__(self, renamed: dict[str, None], wake: threading.Event) -> None:
        self._renamed = renamed
        self._wake = wake

    def dispatch(self, event: FileSystemEvent) -> None:
        path = event.dest_path if isinstance(event, FileMovedEvent) else event.src_path
        text = path if isinstance(path, str) else os.fsdecode(path)
        box = os.path.basename(os.path.dirname(text))
        if box == "outbox":
            if isinstance(event, FileMovedEvent):
                if len(self._renamed) >= _REMEMBERED_RENAMES:
                    # Forgetting costs the settle time, never a message.
                    self._renamed.clear()
                self._renamed[text] = None
            self._wake.set()
        elif text.endswith(("/rules.json", "/rules.sig")):
            self._wake.set()


class _OverflowHook(logging.Handler):
    """The library only logs that the kernel dropped events; this turns that line into a rescan."""

    def __init__(self, lost: threading.Event, wake: threading.Event) -> None:
        super().__init__(logging.WARNING)
        self._lost = lost
        self._wake = wake

    def emit(self, record: logging.LogRecord) -> None:
        if "overflow" in record.getMessage().lower():
            self._lost.set()
            self._wake.set()


def _make_observer() -> BaseObserver:
    if sys.platform.startswith("linux"):
        from watchdog.observers.inotify import InotifyObserver  # noqa: PLC0415 - there on Linux only

        # Full events tell a rename from outside the tree (arrived whole) from a creation (still being written).
        return InotifyObserver(generate_full_events=True)
    return Observer()


def _silent(roots: tuple[str, ...]) -> str:
    """Why events cannot be trusted on the file systems of `roots`, or an empty text."""
    if not sys.platform.startswith("linux"):
        return ""
    try:
        with open("/proc/self/mounts", encoding="utf-8", errors="surrogateescape") as stream:
            mounts = [line.split()[1:3] for line in stream]
    except OSError:
        return ""
    for root in roots:
        holding = [mount for mount in mounts if f"{root}/".startswith(mount[0].rstrip("/") + "/")]
        best = max(holding, key=lambda mount: len(mount[0]), default=None)
        if best is not None and best[1].split(".")[0] in _SILENT_FILE_SYSTEMS:
            return f"{root} lies on {best[1]}, which reports no events"
    return ""
