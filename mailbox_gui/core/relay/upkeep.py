"""Upkeep at every rescan: free disk space, the held files in the queue, suspected loops. Says, never changes."""

from __future__ import annotations

import os
import sqlite3
from datetime import datetime

from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.outbox import mark_of
from mailbox_gui.core.folders.plain_files import hash_plain
from mailbox_gui.core.read_models.activity import suspected_loops
from mailbox_gui.core.read_models.owner_queue import all_waiting
from mailbox_gui.core.relay.problems import ProblemBook, problem_of
from mailbox_gui.core.relay.state import Problem

_LITTLE_SPACE = 64 * 1024 * 1024


class Upkeep:
    """Looks after what no message brings up. Hashes a held file only when it looks different from the last time."""

    def __init__(self, office: PostOffice, problems: ProblemBook) -> None:
        self._office = office
        self._problems = problems
        self._marks: dict[str, tuple[int, int, int, int]] = {}
        self._waiting: set[str] = set()

    def look(self, connection: sqlite3.Connection, now: datetime) -> None:
        """One round. Costs a stat per held message."""
        self._disk_space()
        self._queue(connection)
        self._loops(connection, now)

    def _disk_space(self) -> None:
        where = os.fspath(self._office.root)
        try:
            status = os.statvfs(where)
        except OSError as error:
            self._problems.raise_problem(problem_of(error, where))
            return
        free = status.f_bavail * status.f_frsize
        if free < _LITTLE_SPACE:
            text = f"only {free // (1024 * 1024)} MiB are free where the post office lies"
            self._problems.raise_problem(Problem("disk-low", where, text, "free some space before mail has to wait"))
        else:
            self._problems.clear(where, "disk-low")

    def _queue(self, connection: sqlite3.Connection) -> None:
        marks: dict[str, tuple[int, int, int, int]] = {}
        waiting_now: set[str] = set()
        for row in all_waiting(connection):
            path = os.fspath(self._office.queue / f"{row.id}.md")
            waiting_now.add(path)
            try:
                mark = mark_of(os.lstat(path))
                if self._marks.get(path) != mark and hash_plain(path) != row.sha256:
                    self._say(path, f"the held message {row.id} was changed in the queue; it will not be delivered")
                    continue
                marks[path] = mark
                self._problems.clear(path, "queue-changed")
            except OSError as error:
                self._say(path, f"the held message {row.id} cannot be read in the queue: {error.strerror}")
        for path in self._waiting - waiting_now:
            # It was decided: what lies there or not is of no interest any more.
            self._problems.clear(path, "queue-changed")
        self._marks, self._waiting = marks, waiting_now

    def _say(self, path: str, text: str) -> None:
        advice = "put the journalled bytes back: stop the relay and run mailbox reindex"
        self._problems.raise_problem(Problem("queue-changed", path, text, advice))

    def _loops(self, connection: sqlite3.Connection, now: datetime) -> None:
        self._problems.clear_kind("loop")
        for loop in suspected_loops(connection, now):
            names = " → ".join(loop.agents)
            text = f"{names} answer each other in a circle: {loop.returns} times within an hour"
            self._problems.raise_problem(
                Problem("loop", names, text, "read the thread; pause one of them by its limit")
            )
