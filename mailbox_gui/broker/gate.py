"""Between the HTTP thread and the engine's: requests go in through a queue, answers come out through futures."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Final

from mailbox_gui.broker.host import Host, unanswered
from mailbox_gui.broker.request import Asked
from mailbox_gui.core.keys.keystore import Keystore
from mailbox_gui.core.relay.engine import Engine
from mailbox_gui.core.relay.guest import Turn

_LOG = logging.getLogger(__name__)

# A delivery of mail waits for no more than these.
_AT_ONCE: Final = 16


@dataclass(frozen=True, slots=True)
class _Job:
    credential: str | None
    asked: Asked
    answer: Future[bytes] = field(default_factory=Future)


class Gate:
    """A guest of the relay's loop. `ask` may be called from any thread, everything else is the engine's.

    `wake` wakes the loop.
    """

    def __init__(self, keystore: Keystore, wake: Callable[[], None]) -> None:
        self._keystore = keystore
        self._wake = wake
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._host: Host | None = None
        self._closed = False

    def ask(self, credential: str | None, asked: Asked) -> Future[bytes]:
        """The envelope for a request, when the engine comes to it; whoever gives up waiting cancels."""
        job = _Job(credential, asked)
        if self._closed:
            job.answer.set_result(unanswered(asked.request_id))
            return job.answer
        self._jobs.put(job)
        self._wake()
        return job.answer

    def refuse_new(self) -> None:
        """Answer nothing any more: the broker stops before the relay does."""
        self._closed = True

    def begin(self, engine: Engine) -> None:
        """A life of the relay began. Raises OSError."""
        engine.publishing.make_homes()
        self._host = Host(engine, self._keystore)

    def turn(self, engine: Engine) -> Turn:  # noqa: ARG002 - the host has it
        """Answer some of what waits. Raises OSError, which ends this life."""
        host = self._host
        assert host is not None
        worked = self._answer_some(host, _AT_ONCE)
        host.write_kept()
        if worked:
            # While the answers are on their way; the next request would have to wait for it.
            host.catch_up()
        return Turn(worked, host.due_in if self._jobs.empty() else 0.0)

    def end(self, *, clean: bool) -> None:
        """The life ends; `clean`: lines may still be written. Raises OSError."""
        host, self._host = self._host, None
        if host is not None and clean:
            # What was asked before the end is answered: nobody is left waiting for a host that went away in peace.
            self._answer_some(host, self._jobs.qsize())
            host.write_kept(now=True)

    def _answer_some(self, host: Host, most: int) -> bool:
        for done in range(most):
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return done > 0
            self._answer(host, job)
        return True

    def _answer(self, host: Host, job: _Job) -> None:
        if not job.answer.set_running_or_notify_cancel():
            return
        try:
            job.answer.set_result(host.answer(job.credential, job.asked))
        except BaseException:
            job.answer.set_result(unanswered(job.asked.request_id))
            raise
