"""The owner's decisions from the key press to their effect: five seconds to undo, then they are signed and written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from mailbox_gui.window.models.list_row import ListRow

Verb = Literal["approve", "decline", "ask"]
UNDO_MS = 5000
SHOWN_MS = 4000


class Stage(Enum):
    """How far a decision is."""

    UNDOABLE = "undoable"
    SENDING = "sending"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class HeldMessage:
    """What a decision is bound to, to the letter as it is in the journal (a row's texts are made visible)."""

    id: str
    sender: str
    topic: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What the owner wants with a held message. `note` is the note, the reason or the question."""

    verb: Verb
    row: ListRow
    held: HeldMessage
    note: str = ""


class Carrying(Protocol):
    """Whoever signs and writes a decision; answers come on main."""

    def prepare(self, decision: Decision) -> None:
        """It was made, and can still be undone."""
        ...

    def let_go(self, decision: Decision) -> None:
        """It was undone."""
        ...

    def carry_out(self, decision: Decision, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Sign, write and wait for the relay's answer, off the GUI thread."""
        ...


@dataclass(slots=True)
class _Pending:
    decision: Decision
    timer: QTimer
    stage: Stage = Stage.UNDOABLE
    reason: str = ""
    left_ms: int = field(default=UNDO_MS)


class Decisions(QObject):
    """Several decisions run side by side. `changed` follows every step; `settled` carries the message's key."""

    changed = Signal()
    settled = Signal(str)
    failed = Signal(str, str)

    def __init__(self, carrier: Carrying, undo_ms: int = UNDO_MS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._carrier = carrier
        self._undo_ms = undo_ms
        self._pending: dict[str, _Pending] = {}

    @property
    def undo_ms(self) -> int:
        """For how long what the owner does can be undone, in milliseconds."""
        return self._undo_ms

    def add(self, decision: Decision) -> None:
        """Take a decision; nothing is signed or written before its time is over. A second on a message is ignored."""
        key = decision.row.key
        if key in self._pending and self._pending[key].stage is not Stage.FAILED:
            return
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(self._on_timeout)
        self._pending.pop(key, None)
        self._pending[key] = _Pending(decision, timer)
        self._carrier.prepare(decision)
        timer.start(self._undo_ms)
        self.changed.emit()

    @Slot()
    def undo_newest(self) -> Decision | None:
        """Take the newest decision back that still can be; answers it."""
        for key in reversed(list(self._pending)):
            pending = self._pending[key]
            if pending.stage is Stage.UNDOABLE:
                self._forget(key)
                self._carrier.let_go(pending.decision)
                self.changed.emit()
                return pending.decision
        return None

    @Slot()
    def hold_clocks(self) -> None:
        """Stop the seconds while the owner looks at the toast."""
        for pending in self._pending.values():
            if pending.stage is Stage.UNDOABLE and pending.timer.isActive():
                pending.left_ms = max(1, pending.timer.remainingTime())
                pending.timer.stop()

    @Slot()
    def release_clocks(self) -> None:
        """Let the seconds run on."""
        for pending in self._pending.values():
            if pending.stage is Stage.UNDOABLE and not pending.timer.isActive():
                pending.timer.start(pending.left_ms)

    def commit_all(self) -> None:
        """The window closes: what is pending is wanted."""
        for key in [key for key, pending in self._pending.items() if pending.stage is Stage.UNDOABLE]:
            self._send(key)

    def hidden(self) -> frozenset[str]:
        """The keys that no longer stand in the queue. A question leaves its message there."""
        return frozenset(
            key
            for key, pending in self._pending.items()
            if pending.decision.verb != "ask" and pending.stage is not Stage.FAILED
        )

    def asked(self) -> frozenset[str]:
        """The keys with a question under way."""
        return frozenset(key for key, pending in self._pending.items() if pending.decision.verb == "ask")

    def newest(self) -> tuple[Decision, Stage, int, str] | None:
        """The decision that the toast shows: itself, its stage, the seconds left, why it failed."""
        if not self._pending:
            return None
        pending = next(reversed(self._pending.values()))
        return pending.decision, pending.stage, _seconds(pending), pending.reason

    def pending(self) -> list[tuple[Decision, Stage, int]]:
        """All decisions under way, newest first, with the seconds left."""
        return [(each.decision, each.stage, _seconds(each)) for each in reversed(self._pending.values())]

    @Slot()
    def dismiss_failed(self) -> None:
        """The owner has read why it failed."""
        for key in [key for key, pending in self._pending.items() if pending.stage is Stage.FAILED]:
            self._forget(key)
        self.changed.emit()

    @Slot()
    def _on_timeout(self) -> None:
        timer = self.sender()
        for key, pending in list(self._pending.items()):
            if pending.timer is timer:
                if pending.stage is Stage.UNDOABLE:
                    self._send(key)
                else:
                    self._forget(key)
                    self.changed.emit()
                return

    def _send(self, key: str) -> None:
        pending = self._pending[key]
        pending.timer.stop()
        pending.stage = Stage.SENDING
        self._carrier.carry_out(
            pending.decision, lambda: self._on_done(key), lambda reason: self._on_failed(key, reason)
        )
        self.changed.emit()

    def _on_done(self, key: str) -> None:
        pending = self._pending.get(key)
        if pending is not None:
            pending.stage = Stage.DONE
            pending.timer.start(SHOWN_MS)
            self.settled.emit(key)
            self.changed.emit()

    def _on_failed(self, key: str, reason: str) -> None:
        pending = self._pending.get(key)
        if pending is not None:
            pending.stage = Stage.FAILED
            pending.reason = reason
            self.failed.emit(key, reason)
            self.changed.emit()

    def _forget(self, key: str) -> None:
        pending = self._pending.pop(key)
        pending.timer.stop()
        pending.timer.deleteLater()


def _seconds(pending: _Pending) -> int:
    if pending.stage is not Stage.UNDOABLE:
        return 0
    left = pending.timer.remainingTime() if pending.timer.isActive() else pending.left_ms
    return max(1, -(-left // 1000))


def said_of(decision: Decision, stage: Stage, reason: str = "") -> tuple[str, str]:
    """What the toast says, and its icon."""
    pair = f"{decision.row.sender} \N{RIGHTWARDS ARROW} {decision.row.recipient}"
    topic = decision.row.topic if len(decision.row.topic) <= 60 else decision.row.topic[:59] + "…"
    quoted = f"\N{LEFT DOUBLE QUOTATION MARK}{topic}\N{RIGHT DOUBLE QUOTATION MARK}"
    done = {"approve": "Approved", "decline": "Declined", "ask": "Asked back"}[decision.verb]
    doing = {"approve": "Approving…", "decline": "Declining…", "ask": "Asking back…"}[decision.verb]
    infinitive = {"approve": "approved", "decline": "declined", "ask": "asked back"}[decision.verb]
    match stage:
        case Stage.SENDING:
            return f"{doing} {pair}\n{quoted}", "hourglass-medium-fill"
        case Stage.FAILED:
            return f"Not {infinitive}: {reason}", "warning-circle-fill"
        case Stage.UNDOABLE | Stage.DONE:
            icon = "x-circle-fill" if decision.verb == "decline" else "check-circle-fill"
            return f"{done} {pair}\n{quoted}", icon
