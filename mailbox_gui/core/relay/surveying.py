"""Scans of the workspaces beside the relay: on a thread of their own, so that no delivery ever waits for one."""

from __future__ import annotations

import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Final

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.read_models.schema import connect
from mailbox_gui.core.relay.parts import Scanner
from mailbox_gui.core.relay.survey import Looker, Survey, workspaces_of
from mailbox_gui.core.workspaces.difference import folder_of
from mailbox_gui.core.workspaces.trouble import Interrupted, Trouble

_LOG = logging.getLogger(__name__)

# A scan that took long is not repeated before so many times its length have passed.
_REST: Final = 20
_STOP_SECONDS: Final = 3.0
# After so long a scan that has not come back hangs: on a network disk that is gone, for example.
_HANGS_SECONDS: Final = 300.0
_AGAIN_SECONDS: Final = 15.0


class Surveyor:
    """One thread that looks into one workspace after the other. What it finds is taken by the relay's own thread."""

    def __init__(self, office: PostOffice, disk: Disk, scanner: Scanner, wake: Callable[[], None]) -> None:
        self._office = office
        self._looker = Looker(office, disk, scanner)
        self._wake = wake
        self._stop = threading.Event()
        self._lock = threading.Condition()
        self._rules: Rules | None = None
        self._due: dict[str, float] = {}
        self._hurried: set[str] = set()
        self._asked: set[str] = set()
        self._pending: set[str] = set()
        self._found: queue.SimpleQueue[Survey] = queue.SimpleQueue()
        self._busy: tuple[str, float] | None = None
        self._current = ""
        self._thread: threading.Thread | None = None

    def use(self, rules: Rules) -> None:
        """Scan the workspaces of these rules from now on. The thread begins when there is the first."""
        if rules is self._rules:
            return
        with self._lock:
            self._rules = rules
            self._due = {agent: self._due.get(agent, 0.0) for agent in workspaces_of(rules)}
            self._lock.notify()
        if self._thread is None and (self._due or self._office.workspaces.is_dir()):
            # A daemon: a disk that does not answer must not keep the program from ending.
            self._thread = threading.Thread(target=self._run, name="workspaces", daemon=True)
            self._thread.start()

    def hurry(self, agent: str) -> None:
        """The agent has just reported: look at its HEAD now, before it commits anything more."""
        with self._lock:
            if agent in self._due:
                self._hurried.add(agent)
                self._lock.notify()

    def ask_all(self) -> None:
        """Scan everything now, and tell of markers that only moved within their file too."""
        with self._lock:
            self._asked |= self._due.keys()
            self._lock.notify()

    @property
    def fulfilled(self) -> bool:
        """Whether all that was asked for was scanned and taken."""
        with self._lock:
            return not self._asked and not self._pending

    def take(self) -> list[Survey]:
        """What was found since the last call; call `taken` when it is in the index."""
        found: list[Survey] = []
        while not self._found.empty():
            found.append(self._found.get())
        return found

    def taken(self, agent: str) -> None:
        """What was found at that agent is in the index: it may be scanned again."""
        with self._lock:
            self._pending.discard(agent)
            self._lock.notify()

    def hanging(self) -> str | None:
        """The agent whose scan does not come back."""
        busy = self._busy
        return busy[0] if busy is not None and time.monotonic() - busy[1] > _HANGS_SECONDS else None

    def stop(self) -> None:
        """End the thread; a scan under way comes to nothing."""
        self._stop.set()
        with self._lock:
            self._lock.notify()
        if self._thread is not None:
            self._thread.join(_STOP_SECONDS)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                with closing(connect(self._office.index)) as connection:
                    connection.execute("PRAGMA query_only = 1")
                    while not self._stop.is_set():
                        self._next(connection)
            except Interrupted:
                return
            except Exception:  # noqa: BLE001 - the outer guard of this thread
                _LOG.exception("the scan of the workspaces failed")
                self._say_fault()
                self._stop.wait(_AGAIN_SECONDS)

    def _say_fault(self) -> None:
        """A bug in the scan of one workspace must not end the scans silently."""
        agent, self._current = self._current, ""
        named = workspaces_of(self._rules_now()).get(agent)
        folder = folder_of(os.fspath(self._office.root), named) if named is not None else ""
        fault = Trouble("workspace-unreadable", "the scan met a fault of its own; the program's log has the details")
        self._tell(Survey(agent, folder, troubles=(fault,)))

    def _rules_now(self) -> Rules:
        assert self._rules is not None
        return self._rules

    def _next(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            rules = self._rules_now()
            agent, head_only = self._choose()
            if agent is None:
                self._lock.wait(self._until_due())
                return
            every_line = agent in self._asked and not head_only
            self._pending.add(agent)
            self._current = agent
        began = time.monotonic()
        self._busy = (agent, began)
        try:
            found = self._looker.look(connection, agent, rules, self._stop, every_line=every_line, head_only=head_only)
        finally:
            self._busy = None
        if not head_only:
            took = time.monotonic() - began
            pause = 0.0 if found.unfinished else max(rules.limits.rescan_seconds, _REST * took)
            with self._lock:
                if agent in self._due:
                    self._due[agent] = time.monotonic() + pause
                if not found.unfinished:
                    self._asked.discard(agent)
        self._tell(found)

    def _choose(self) -> tuple[str | None, bool]:
        """Whose workspace is next, and whether only its HEAD is looked at. One that reported comes first."""
        now = time.monotonic()
        for agent in sorted(self._hurried - self._pending):
            self._hurried.discard(agent)
            if agent in self._due:
                return agent, True
        for agent in sorted(self._asked - self._pending):
            if agent in self._due:
                return agent, False
            self._asked.discard(agent)
        waiting = [(due, agent) for agent, due in self._due.items() if due <= now and agent not in self._pending]
        return (min(waiting)[1], False) if waiting else (None, False)

    def _until_due(self) -> float | None:
        soonest = min((due for agent, due in self._due.items() if agent not in self._pending), default=None)
        return None if soonest is None else max(soonest - time.monotonic(), 0.01)

    def _tell(self, found: Survey) -> None:
        self._found.put(found)
        self._wake()
