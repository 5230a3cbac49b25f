"""Lives of the relay as a test drives them: step by step, without threads, without waiting, on a clock it sets."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.lock import RelayLock
from mailbox_gui.core.relay.engine import Engine, Step
from mailbox_gui.core.relay.events import event_of
from mailbox_gui.core.relay.opening import open_engine
from mailbox_gui.core.relay.parts import Scanner, Tools
from mailbox_gui.core.relay.problems import ProblemBook
from mailbox_gui.core.relay.state import Clock, Event, Problem
from tests.support.clock import SetClock
from tests.support.disks import DyingDisk, WatchedDisk
from tests.support.scanner import MarkerScanner

# Files that a test has just written count as settled: the wall clock of a life stands this far ahead of them.
_AHEAD = 60.0
_MOST_STEPS = 10_000


class Life:
    """One life of the relay. `wall` and `monotonic` are seconds and move only when told (or while waiting)."""

    def __init__(self, engine: Engine, problems: ProblemBook, wall: float) -> None:
        self.engine = engine
        self.wall = wall
        self.monotonic = 1000.0
        self.entries: list[Entry] = []
        self._problems = problems

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self._problems.all()

    @property
    def said(self) -> set[str]:
        """The kinds of open problems."""
        return {problem.kind for problem in self.problems}

    @property
    def events(self) -> list[Event]:
        """The news of this life so far."""
        return [event_of(entry) for entry in self.entries]

    def step(self, *, rescan: bool = True) -> Step:
        """One step, with a full look at every outbox unless told not to."""
        step = self.engine.step(self.wall, self.monotonic, rescan=rescan)
        self.entries += step.entries
        return step

    def work_off(self, after_step: Callable[[Step], None] | None = None) -> list[Event]:
        """Step until nothing is left that can be judged now; the news of it."""
        told = len(self.entries)
        for _ in range(_MOST_STEPS):
            step = self.step()
            if after_step is not None:
                after_step(step)
            if step.next_in != 0.0:
                return [event_of(entry) for entry in self.entries[told:]]
        raise AssertionError("the relay finds no end")

    def settle(self) -> None:
        """Make durable what was delivered."""
        self.engine.settle()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.wall += seconds
        self.monotonic += seconds


@contextmanager
def life(
    office: PostOffice,
    *,
    disk: Disk | None = None,
    clock: Clock | None = None,
    scanner: Scanner | None = None,
    settled: bool = True,
    arrived_by_rename: Callable[[str], bool] = lambda _path: False,
    executor: Executor | None = None,
    reason: str | None = "the test is done",
) -> Iterator[Life]:
    """A life under the lock; it ends cleanly, or without a word when the test raises."""
    disk = disk or WatchedDisk()
    if not office.relay.is_dir():
        disk.make_folder(office.relay)
    # Who plays dead cannot give the lock back by itself; of a process that is really dead the system takes it.
    lock = RelayLock(office.root, WatchedDisk() if isinstance(disk, DyingDisk) else disk)
    lock.acquire("test")
    try:
        problems = ProblemBook()
        tools = Tools(disk, clock or SetClock(), scanner or MarkerScanner(), problems, arrived_by_rename, executor)
        engine = open_engine(office, tools, program="test")
        try:
            yield Life(engine, problems, time.time() + (_AHEAD if settled else 0.0))
        except BaseException:
            engine.close(None)
            raise
        engine.close(reason)
    finally:
        lock.release()


def one_life(office: PostOffice, **options: object) -> list[Event]:
    """A life that works everything off and ends; its news."""
    with life(office, **options) as lived:  # type: ignore[arg-type]
        return lived.work_off()
