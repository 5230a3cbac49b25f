"""The relay inside the window: a thread around the core's pure loop. Its signals are its only Qt."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QThread, Signal

from mailbox_gui.core.journal.lock import LockHeld, LockUnusable
from mailbox_gui.core.relay.state import Batch

_log = logging.getLogger(__name__)


class RelayLoop(Protocol):
    """The core's `run_relay` with the post office bound: returns when `stop` is set."""

    def __call__(
        self,
        *,
        stop: threading.Event,
        wake: threading.Event,
        sweep: threading.Event,
        publish: Callable[[Batch], None],
    ) -> None:
        """Run until told to stop. Raises LockHeld, LockUnusable."""
        ...


class EngineThread(QThread):
    """One run of the relay; make a new one for the next start. Never terminated: `ask_to_stop`, then `wait`.

    `could_not_start` carries why, `crashed` what an exception that got past the loop's own guard was called.
    Batches go to `publish`, which is called on this thread.
    """

    could_not_start = Signal(str)
    crashed = Signal(str)

    def __init__(self, loop: RelayLoop, publish: Callable[[Batch], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relay")
        self._loop = loop
        self._publish = publish
        self._stop = threading.Event()
        self._wake = threading.Event()
        self._sweep = threading.Event()

    def run(self) -> None:
        try:
            self._loop(stop=self._stop, wake=self._wake, sweep=self._sweep, publish=self._publish)
        except (LockHeld, LockUnusable) as error:
            self.could_not_start.emit(str(error))
        except OSError as error:
            self.could_not_start.emit(f"{error.filename or 'the post office'}: {error.strerror or error}")
        except Exception as error:  # noqa: BLE001 - the outer guard of this thread: the window says that the relay is gone
            _log.exception("the relay's thread ended")
            self.crashed.emit(type(error).__name__)

    def ask_to_stop(self) -> None:
        """End the loop after its step."""
        self._stop.set()
        self._wake.set()

    def sweep_now(self) -> None:
        """Look into every outbox now."""
        self._sweep.set()
        self._wake.set()
