"""A relay that really runs, on its own thread, with its published batches to wait for; no test sleeps."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.relay.loop import run_relay
from mailbox_gui.core.relay.parts import Scanner
from mailbox_gui.core.relay.state import Batch, Clock, Event, RelayState, utc_now
from tests.support.disks import WatchedDisk
from tests.support.scanner import MarkerScanner

# Long, since two cores shared with others say nothing about time; reached only when a test fails.
_PATIENCE = 60.0


class RunningRelay:
    """The events and states it has published so far; `until` waits for more."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.wake = threading.Event()
        self.sweep = threading.Event()
        self.events: list[Event] = []
        self.states: list[RelayState] = []
        self._batches: queue.Queue[Batch] = queue.Queue()

    @property
    def state(self) -> RelayState:
        return self.states[-1]

    def publish(self, batch: Batch) -> None:
        self._batches.put(batch)

    def until(self, holds: Callable[[RunningRelay], object]) -> None:
        """Wait until `holds` answers yes."""
        while not (self.states and holds(self)):
            batch = self._batches.get(timeout=_PATIENCE)
            self.states.append(batch.state)
            self.events += batch.events

    def verdicts(self) -> list[str]:
        return [event.verdict for event in self.events]

    def look(self) -> None:
        """A full rescan now."""
        self.sweep.set()
        self.wake.set()


@contextmanager
def running(
    office: PostOffice, *, disk: Disk | None = None, clock: Clock = utc_now, scanner: Scanner | None = None
) -> Iterator[RunningRelay]:
    """A relay on a thread; it is stopped and joined at the end."""
    relay = RunningRelay()
    thread = threading.Thread(
        target=run_relay,
        args=(office,),
        kwargs={
            "program": "test", "stop": relay.stop, "wake": relay.wake, "sweep": relay.sweep,
            "publish": relay.publish, "disk": disk or WatchedDisk(), "clock": clock,
            "scanner": scanner or MarkerScanner(),
        },
    )  # fmt: skip
    thread.start()
    try:
        yield relay
    finally:
        relay.stop.set()
        relay.wake.set()
        thread.join(_PATIENCE)
        assert not thread.is_alive()
