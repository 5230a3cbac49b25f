"""SIGINT and SIGTERM as a request to stop, told to a function on a thread of its own."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from types import TracebackType

from mailbox_gui.command_line.shell.failure import INTERRUPTED

_SIGNALS = frozenset({signal.SIGINT, signal.SIGTERM})


class StopSignals:
    """While entered, the first signal calls `end`, the second ends the process at once.

    The signals are blocked and waited for by a thread: a handler would run in the middle of any statement, and setting
    an event there can wait for ever for a lock that the interrupted code holds. Threads started inside inherit that.
    """

    def __init__(self, end: Callable[[], None]) -> None:
        self._end = end
        self._before: set[int] = set()

    def __enter__(self) -> None:
        self._before = {int(number) for number in signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)}
        threading.Thread(target=self._wait, name="stop signals", daemon=True).start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, self._before)

    def _wait(self) -> None:
        signal.sigwait(_SIGNALS)
        self._end()
        signal.sigwait(_SIGNALS)
        # Everything is safe at any kill: what was not committed is judged again at the next start.
        os._exit(INTERRUPTED)
