"""The owner's acts about debts from the key press to their effect: five seconds to undo, then signed and written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from nacl.signing import SigningKey
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from mailbox_gui.core.acts.nudge import nudge
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.relay.desk import Desk, Outcome
from mailbox_gui.window.decisions import SHOWN_MS, UNDO_MS, Stage
from mailbox_gui.window.models.debt_row import DebtRow
from mailbox_gui.window.owner_acts import OwnerActs

# `close`: what looks like the answer is one; the debt is waived with that as the reason.
Verb = Literal["waive", "close", "nudge"]
WAIT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class DebtAct:
    """What the owner wants with a debt. `text` is the reason, or the question."""

    verb: Verb
    row: DebtRow
    text: str

    @property
    def name(self) -> str:
        """What names it while it is under way; a debt that is waived is not waived again."""
        return f"{'nudge' if self.verb == 'nudge' else 'waive'} {self.row.number}"


@dataclass(slots=True)
class _Pending:
    act: DebtAct
    timer: QTimer
    left_ms: int
    stage: Stage = Stage.UNDOABLE
    reason: str = ""


class DebtActs(QObject):
    """Several run side by side. `changed` follows every step, `settled` an effect.

    An act that waits keeps the key it was made with, as decisions do.
    """

    changed = Signal()
    settled = Signal()

    def __init__(
        self, owner: OwnerActs, clock: Callable[[], datetime], undo_ms: int = UNDO_MS, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._owner = owner
        self._clock = clock
        self._undo_ms = undo_ms
        self._pending: dict[str, _Pending] = {}

    def add(self, act: DebtAct) -> None:
        """Take an act; nothing is signed or written before its time is over. The same again is ignored."""
        known = self._pending.get(act.name)
        if known is not None and known.stage is not Stage.FAILED:
            return
        if known is not None:
            self._forget(act.name)
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(self._on_timeout)
        self._pending[act.name] = _Pending(act, timer, self._undo_ms)
        self._owner.reserve(act.name)
        timer.start(self._undo_ms)
        self.changed.emit()

    def undo_newest(self) -> DebtAct | None:
        """Take the newest act back that still can be; answers it."""
        for name in reversed(list(self._pending)):
            pending = self._pending[name]
            if pending.stage is Stage.UNDOABLE:
                self._forget(name)
                self._owner.release(name)
                self.changed.emit()
                return pending.act
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
        for name in [name for name, pending in self._pending.items() if pending.stage is Stage.UNDOABLE]:
            self._send(name)

    def hidden(self) -> frozenset[int]:
        """The numbers of debts that are being waived: they stand on the board no more."""
        return frozenset(
            pending.act.row.number
            for pending in self._pending.values()
            if pending.act.verb != "nudge" and pending.stage is not Stage.FAILED
        )

    def newest(self) -> tuple[DebtAct, Stage, int, str] | None:
        """What the toast shows: the act, its stage, the seconds left, why it failed."""
        if not self._pending:
            return None
        pending = next(reversed(self._pending.values()))
        left = pending.timer.remainingTime() if pending.timer.isActive() else pending.left_ms
        seconds = max(1, -(-left // 1000)) if pending.stage is Stage.UNDOABLE else 0
        return pending.act, pending.stage, seconds, pending.reason

    def dismiss_failed(self) -> bool:
        """The owner has read why it failed; whether there was anything to read."""
        names = [name for name, pending in self._pending.items() if pending.stage is Stage.FAILED]
        for name in names:
            self._forget(name)
        if names:
            self.changed.emit()
        return bool(names)

    @Slot()
    def _on_timeout(self) -> None:
        timer = self.sender()
        for name, pending in list(self._pending.items()):
            if pending.timer is timer:
                if pending.stage is Stage.UNDOABLE:
                    self._send(name)
                else:
                    self._forget(name)
                    self.changed.emit()
                return

    def _send(self, name: str) -> None:
        pending = self._pending[name]
        pending.timer.stop()
        pending.stage = Stage.SENDING
        act, clock = pending.act, self._clock
        self._owner.sign(
            name,
            lambda desk, key: _carry_out(desk, key, act, clock),
            lambda: self._on_done(name),
            lambda reason: self._on_failed(name, reason),
        )
        self.changed.emit()

    def _on_done(self, name: str) -> None:
        pending = self._pending.get(name)
        if pending is not None:
            pending.stage = Stage.DONE
            pending.timer.start(SHOWN_MS)
            self.settled.emit()
            self.changed.emit()

    def _on_failed(self, name: str, reason: str) -> None:
        pending = self._pending.get(name)
        if pending is not None:
            pending.stage, pending.reason = Stage.FAILED, reason
            self.changed.emit()

    def _forget(self, name: str) -> None:
        pending = self._pending.pop(name)
        pending.timer.stop()
        pending.timer.deleteLater()


def _carry_out(desk: Desk, key: SigningKey, act: DebtAct, clock: Callable[[], datetime]) -> Outcome:
    """On the worker's thread: sign, write and wait for the relay. Raises ValueError, NoAnswer, OSError."""
    if act.verb != "nudge":
        return desk.waive(key, act.row.debt, act.text, wait=WAIT_SECONDS)
    content = nudge(act.row.debt, act.text, clock(), key)
    # A question needs a route: where there is none it is told before a file lies in the outbox.
    faults = desk.precheck(OWNER, content)
    if faults:
        return Outcome("rejected", check=faults[0].check, reason=faults[0].reason, hint=faults[0].hint)
    return desk.send(OWNER, content, wait=WAIT_SECONDS)


_DONE: dict[Verb, str] = {"waive": "Waived", "close": "Closed as answered", "nudge": "Nudged"}
_DOING: dict[Verb, str] = {"waive": "Waiving…", "close": "Closing…", "nudge": "Sending the question…"}


def said_of(act: DebtAct, stage: Stage, reason: str = "") -> tuple[str, str]:
    """What the toast says, and its icon."""
    row = act.row
    title = row.title if len(row.title) <= 60 else row.title[:59] + "…"
    quoted = f"\N{LEFT DOUBLE QUOTATION MARK}{title}\N{RIGHT DOUBLE QUOTATION MARK}"
    match stage:
        case Stage.SENDING:
            return f"{_DOING[act.verb]} {row.debtor}\n{quoted}", "hourglass-medium-fill"
        case Stage.FAILED:
            return f"{'Not sent' if act.verb == 'nudge' else 'Not closed'}: {reason}", "warning-circle-fill"
        case Stage.UNDOABLE | Stage.DONE:
            return f"{_DONE[act.verb]}: {row.debtor} {row.owes}\n{quoted}", "check-circle-fill"
