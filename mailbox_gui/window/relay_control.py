"""Starts and stops the relay of this window, and says honestly how the relay is, here or in another process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.lock import Holder, LockUnusable, holder
from mailbox_gui.core.relay.state import RelayState, read_status, status_written
from mailbox_gui.window.engine_thread import EngineThread, RelayLoop
from mailbox_gui.window.event_hub import EventHub, News
from mailbox_gui.window.models.relay_view import RelayView, relay_view
from mailbox_gui.window.worker_thread import Worker

LOOK_MS = 2000
_RESCAN = 15.0


class RelayControl(QObject):
    """`view_changed` follows every change; `happened` says that the journal may have grown here."""

    view_changed = Signal(object)
    happened = Signal()
    stopped = Signal()

    def __init__(
        self,
        office: PostOffice,
        loop: RelayLoop,
        clock: Callable[[], datetime],
        parent: QObject | None = None,
        look_ms: int = LOOK_MS,
    ) -> None:
        super().__init__(parent)
        self._office = office
        self._loop = loop
        self._clock = clock
        self._thread: EngineThread | None = None
        self._state: RelayState | None = None
        self._trouble = ""
        self._ended: datetime | None = None
        self._stopping = False
        self._again = False
        self._height = 0
        self.rescan_seconds = _RESCAN
        self.hub = EventHub(parent=self)
        self.hub.news.connect(self._on_news)
        # Looking who holds the lock touches the disk: off the GUI thread.
        self._worker = Worker("relay status", self)
        self._look = QTimer(self)
        self._look.setInterval(look_ms)
        self._look.timeout.connect(self.look)

    @property
    def mine(self) -> bool:
        """Whether this window runs the relay, or is about to."""
        return self._thread is not None

    @property
    def view(self) -> RelayView:
        """How the relay is now."""
        now = self._clock()
        return relay_view(self._state, mine=self.mine, now=now, rescan=self.rescan_seconds, ended=self._ended)

    def begin(self) -> None:
        """Begin to look who runs the relay."""
        self._worker.start()
        self._look.start()
        self.look()

    @Slot()
    def start(self) -> None:
        """Run the relay here. Nothing happens when it runs here already; one that is stopping gets a successor."""
        if self._thread is not None:
            self._again = self._stopping
            return
        self._again = self._stopping = False
        self._trouble = ""
        self._ended = None
        thread = EngineThread(self._loop, self.hub.publish, self)
        thread.could_not_start.connect(self._on_could_not_start)
        thread.crashed.connect(self._on_crashed)
        thread.finished.connect(self._on_finished)
        self._thread = thread
        self._show(RelayState("starting", since=self._clock()))
        thread.start()

    @Slot()
    def stop(self) -> None:
        """Ask the relay of this window to end its step and stop."""
        self._again = False
        if self._thread is not None:
            self._stopping = True
            self._thread.ask_to_stop()
            if self._state is not None:
                self._show(replace(self._state, phase="stopping"))

    @Slot()
    def sweep(self) -> None:
        """Look into every outbox now."""
        if self._thread is not None:
            self._thread.sweep_now()

    def finish(self) -> None:
        """Stop and wait for the end: the journal is closed and the lock given back when this returns."""
        self._look.stop()
        self._worker.finish()
        if self._thread is not None:
            thread, self._thread = self._thread, None
            thread.ask_to_stop()
            thread.wait()

    @Slot()
    def look(self) -> None:
        """See who runs the relay when it is not this window; say ages anew when it is."""
        if self._thread is not None:
            self.view_changed.emit(self.view)
        else:
            self._worker.ask("status", lambda: _status(self._office), self._on_status)

    @Slot(object)
    def _on_news(self, news: News) -> None:
        if self._thread is None:
            return
        if not (self._stopping and news.state.phase == "running"):
            self._show(news.state)
        if news.count or news.state.height != self._height:
            self._height = news.state.height
            self.happened.emit()

    def _on_status(self, found: tuple[Holder | None, RelayState | None, str, datetime | None]) -> None:
        if self._thread is not None:
            return
        who, state, trouble, heard = found
        if self._ended is None:
            # Of a relay that ended before this window looked; of its own it knows better.
            self._ended = heard
        if who is not None:
            self._ended = None
        if who is not None:
            # Why this window could not start it is no news once somebody else runs it.
            self._trouble = ""
        state = _honest(who, state, self._trouble or trouble)
        grew = state is not None and state.height != self._height
        if state is not None:
            self._height = state.height
        self._show(state)
        if grew:
            self.happened.emit()

    @Slot(str)
    def _on_could_not_start(self, reason: str) -> None:
        self._trouble = reason

    @Slot(str)
    def _on_crashed(self, name: str) -> None:
        self._trouble = f"the relay met a fault of its own ({name}); its log has the details"

    @Slot()
    def _on_finished(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.deleteLater()
        if self._state is not None:
            phase = self._state.phase if not self._trouble else "failed"
            phase = "failed" if phase == "failed" and self._trouble else "stopped"
            self._ended = self._clock()
            self._show(replace(self._state, phase=phase, reason=self._trouble, program="", pid=0, problems=()))
        self.stopped.emit()
        if self._again:
            self.start()
        else:
            self.look()

    def _show(self, state: RelayState | None) -> None:
        self._state = state
        self.view_changed.emit(self.view)


def _status(office: PostOffice) -> tuple[Holder | None, RelayState | None, str, datetime | None]:
    heard = status_written(office)
    try:
        return holder(office.root), read_status(office), "", heard
    except LockUnusable as error:
        return None, read_status(office), str(error), heard


def _honest(who: Holder | None, state: RelayState | None, trouble: str) -> RelayState | None:
    """What the status file says, held against who really has the lock: the file outlives a killed relay."""
    if who is not None:
        known = state if state is not None and state.pid == who.pid else RelayState("starting", since=who.since)
        return replace(known, program=who.program or known.program, pid=who.pid or known.pid)
    if trouble:
        return replace(state or RelayState("failed"), phase="failed", reason=trouble, program="", pid=0)
    if state is None:
        return None
    if state.phase in ("running", "starting", "stopping"):
        return replace(state, phase="stopped", reason="it ended without a word", problems=())
    return replace(state, phase="stopped", problems=())
