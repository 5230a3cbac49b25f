"""The one bridge from the relay's news to the window: batches merged, one signal on main, at most every 33 ms."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from mailbox_gui.core.relay.state import Batch, Event, RelayState

INTERVAL_MS = 33
_MOST_EVENTS = 1000


@dataclass(frozen=True, slots=True)
class News:
    """What came since the last signal. `events` are the newest thousand; `count` is how many there were."""

    state: RelayState
    events: tuple[Event, ...]
    count: int


class EventHub(QObject):
    """`publish` may be called on any thread; `news` comes on the thread that the hub lives in, which is main."""

    news = Signal(object)
    _waiting = Signal()

    def __init__(self, interval_ms: int = INTERVAL_MS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._state: RelayState | None = None
        self._events: list[Event] = []
        self._count = 0
        self._told = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(self._on_timeout)
        self._waiting.connect(self._on_waiting)

    @property
    def publish(self) -> Callable[[Batch], None]:
        """Where the relay puts its batches."""
        return self._publish

    def _publish(self, batch: Batch) -> None:
        # On the relay's thread. Only the first batch after a signal wakes main; the others are merged into it.
        with self._lock:
            self._state = batch.state
            self._events += batch.events[-_MOST_EVENTS:]
            del self._events[:-_MOST_EVENTS]
            self._count += len(batch.events)
            told, self._told = self._told, True
        if not told:
            self._waiting.emit()

    @Slot()
    def _on_waiting(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _on_timeout(self) -> None:
        with self._lock:
            state, events, count = self._state, tuple(self._events), self._count
            self._events.clear()
            self._count = 0
            self._told = False
        if state is not None:
            self.news.emit(News(state, events, count))
