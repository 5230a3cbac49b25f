"""One thread that runs jobs in order and hands their results back on main. The base of reading and of owner's acts."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal, Slot

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Finished:
    """What came of a job: its value, or the error that ended it."""

    ticket: int
    value: object = None
    error: Exception | None = None


class WorkerThread(QThread):
    """Runs callables from a queue. `finished_job` is its only Qt; the receiver lives in main."""

    finished_job = Signal(object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._jobs: queue.SimpleQueue[tuple[int, Callable[[], object], Callable[[], bool]] | None] = queue.SimpleQueue()

    def put(self, ticket: int, job: Callable[[], object], wanted: Callable[[], bool]) -> None:
        """Add a job; it is left out when nobody wants its answer any more by the time it would run."""
        self._jobs.put((ticket, job, wanted))

    def run(self) -> None:
        while (entry := self._jobs.get()) is not None:
            ticket, job, wanted = entry
            if not wanted():
                continue
            try:
                outcome = Finished(ticket, job())
            except Exception as error:  # noqa: BLE001 - the outer guard of this thread; the error goes to who asked
                _log.debug("a job of %s ended with %s", self.objectName(), type(error).__name__)
                outcome = Finished(ticket, error=error)
            self.finished_job.emit(outcome)

    def finish(self) -> None:
        """Run what is queued and still wanted, then end; waits for the end."""
        self._jobs.put(None)
        self.wait()


class Worker(QObject):
    """The side of a worker thread that lives in main. A newer question of the same name makes older answers stale."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = WorkerThread(name, self)
        self._thread.finished_job.connect(self._on_finished)
        self._next = 0
        self._waiting: dict[int, tuple[str, Callable[[Any], None], Callable[[Exception], None] | None]] = {}
        self._newest: dict[str, int] = {}
        self._running = False

    def start(self) -> None:
        """Begin to work."""
        if not self._running:
            self._running = True
            self._thread.start()

    def ask(
        self,
        name: str,
        job: Callable[[], Any],
        answer: Callable[[Any], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Run `job` on the thread and call `answer` on main with its value, unless `name` was asked again meanwhile.

        A job may not touch Qt. Its errors go to `failed`; without one they are logged.
        """
        self._next += 1
        ticket = self._next
        old = self._newest.get(name)
        if old is not None:
            self._waiting.pop(old, None)
        self._newest[name] = ticket
        self._waiting[ticket] = (name, answer, failed)
        self._thread.put(ticket, job, lambda: ticket in self._waiting)

    def forget(self, name: str) -> None:
        """Nobody wants the answer of this name any more."""
        ticket = self._newest.pop(name, None)
        if ticket is not None:
            self._waiting.pop(ticket, None)

    @property
    def busy(self) -> bool:
        """Whether an answer is still awaited."""
        return bool(self._waiting)

    def finish(self, *, carry_out: bool = False) -> None:
        """End the thread; no answer comes any more. What is queued is left out, or carried out first."""
        if not carry_out:
            self._waiting.clear()
        if self._running:
            self._running = False
            self._thread.finish()
        self._waiting.clear()
        self._newest.clear()

    @Slot(object)
    def _on_finished(self, outcome: Finished) -> None:
        found = self._waiting.pop(outcome.ticket, None)
        if found is None:
            return
        name, answer, failed = found
        if self._newest.get(name) == outcome.ticket:
            del self._newest[name]
        if outcome.error is None:
            answer(outcome.value)
        elif failed is not None:
            failed(outcome.error)
        else:
            _log.error("no answer to %s: %s", name, type(outcome.error).__name__, exc_info=outcome.error)
