"""What the owner does, on a thread of its own: unlocking the key takes about a second, the relay's answer some time."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime

from nacl.signing import SigningKey
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.delivery import move_numbered
from mailbox_gui.core.keys.key_file import KeyDamaged, KeyMissing
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import WrongPassphrase
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.relay.desk import Desk, Outcome
from mailbox_gui.core.relay.state import utc_now
from mailbox_gui.window.decisions import Decision
from mailbox_gui.window.unlock_span import QUARTER, Span
from mailbox_gui.window.worker_thread import Worker

WATCH_MS = 1000


class OwnerActs(QObject):
    """Keeps the unlocked key for as long as the owner chose. Every act is a signed file that the relay judges.

    `locked` is true while a protected key is not unlocked; `lock_changed` follows it. A decision that waits for its
    five seconds keeps the key it was made with, so that it is carried out when the time is over; `lock` takes that too.
    """

    lock_changed = Signal()
    finishing = Signal()
    """The window closes: what can still be undone is wanted, and is to be asked for now."""

    def __init__(self, desk: Desk, parent: QObject | None = None, clock: Callable[[], datetime] = utc_now) -> None:
        super().__init__(parent)
        self._desk = desk
        self._clock = clock
        self._worker = Worker("owner acts", self)
        # Apart from the acts: a passphrase must not wait behind a relay that does not answer.
        self._keys = Worker("owner key", self)
        self._key: SigningKey | None = None
        self._reserved: dict[str, SigningKey] = {}
        self._number = 0
        self._watch = QTimer(self)
        self._watch.setInterval(WATCH_MS)
        self._watch.timeout.connect(self.look)
        self.known = False
        """Whether it is known yet how the key lies on the disk."""
        self.until: datetime | None = None
        """When the unlocked key is forgotten; None: when the window closes."""
        self.locked = False
        self.bare = False
        """The key has no passphrase: any program of this user can decide in the owner's name."""

    def start(self) -> None:
        """Begin: find out whether the key needs its passphrase."""
        self._worker.start()
        self._keys.start()
        self._keys.ask("owner key", self._open_plain, self._on_opened, lambda _error: None)

    def finish(self) -> None:
        """Carry out what is queued, then end. The secret is forgotten."""
        self.finishing.emit()
        self._keys.finish()
        self._worker.finish(carry_out=True)
        self._watch.stop()
        self._reserved.clear()
        self._key = None

    def unlock(self, passphrase: str, span: Span, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Unlock the owner key. `done` is called with it open; for one act only it is forgotten right after that."""

        def opened(key: SigningKey) -> None:
            self._key = key
            self.until = self._clock() + QUARTER if span is Span.QUARTER else None
            if self.until is not None:
                self._watch.start()
            self._set_locked(False)
            done()
            if span is Span.ONCE:
                self._forget()

        self._keys.ask(
            "unlock",
            lambda: self._desk.owner_key().unlock(passphrase),
            opened,
            lambda error: failed(_words(error)),
        )

    @Slot()
    def lock(self) -> None:
        """Forget the key now, for decisions that are not signed yet too. A key without a passphrase stays open."""
        if not self.bare:
            self._reserved.clear()
            self._forget()

    @Slot()
    def look(self) -> None:
        """Forget the key when its time is over, by the clock: a computer that slept has not stopped it."""
        if self.until is not None and self._clock() >= self.until:
            self._forget()

    def _forget(self) -> None:
        self._key, self.until = None, None
        self._watch.stop()
        self._set_locked(not self.bare)

    def prepare(self, decision: Decision) -> None:
        """A decision was made that can still be undone: it keeps the key."""
        if self._key is not None:
            self._reserved[decision.row.key] = self._key

    def let_go(self, decision: Decision) -> None:
        """It was undone."""
        self._reserved.pop(decision.row.key, None)

    def carry_out(self, decision: Decision, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Sign a decision, hand it to the relay and wait for its answer."""
        self._number += 1
        key = self._reserved.pop(decision.row.key, self._key)
        if key is None and self.locked:
            failed(LOCKED)
            return

        def answered(outcome: Outcome) -> None:
            if outcome.verdict == "rejected":
                failed(visible(outcome.reason) + (f"; {visible(outcome.hint)}" if outcome.hint else ""))
            else:
                done()

        self._worker.ask(
            f"decision {self._number}",
            lambda: self._decide(decision, key),
            answered,
            lambda error: failed(_words(error)),
        )

    def reserve(self, name: str) -> None:
        """Something that is to be signed later keeps the key it was asked for with."""
        if self._key is not None:
            self._reserved[name] = self._key

    def release(self, name: str) -> None:
        """It was undone."""
        self._reserved.pop(name, None)

    def sign(
        self,
        name: str,
        job: Callable[[Desk, SigningKey], Outcome],
        done: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        """Do what `name` was reserved for: `job` signs, hands it to the relay and waits, on the worker's thread."""
        self._number += 1
        key = self._reserved.pop(name, self._key)
        if key is None and self.locked:
            failed(LOCKED)
            return

        def answered(outcome: Outcome) -> None:
            if outcome.verdict == "rejected":
                failed(visible(outcome.reason) + (f"; {visible(outcome.hint)}" if outcome.hint else ""))
            else:
                done()

        self._worker.ask(
            f"{name} {self._number}",
            lambda: job(self._desk, key or self._plain_key()),
            answered,
            lambda error: failed(_words(error)),
        )

    def act(
        self, name: str, arguments: dict[str, object], done: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        """Ask the relay for an act (`resume`)."""
        self._number += 1
        key = self._key
        if key is None and self.locked:
            failed(LOCKED)
            return

        def answered(outcome: Outcome) -> None:
            if outcome.verdict == "rejected":
                failed(visible(outcome.reason))
            else:
                done()

        self._worker.ask(
            f"act {self._number}",
            lambda: self._desk.act(key or self._plain_key(), name, arguments),
            answered,
            lambda error: failed(_words(error)),
        )

    def sign_rules(self, sha256: str, done: Callable[[int], None], failed: Callable[[str], None]) -> None:
        """Sign rules.json if it is still the file with that hash; `done` gets the serial."""
        self._number += 1
        key = self._key
        if key is None and self.locked:
            failed(LOCKED)
            return
        self._worker.ask(
            f"rules {self._number}",
            lambda: self._sign_rules(sha256, key or self._plain_key()),
            done,
            lambda error: failed(_words(error)),
        )

    def archive(self, message_id: str, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Move a message from the owner's inbox to done; that is what handling mail means."""
        self._number += 1
        self._worker.ask(
            f"archive {self._number}",
            lambda: self._move_to_done(f"{message_id}.md"),
            lambda _target: done(),
            lambda error: failed(_words(error)),
        )

    # on the worker thread

    def _move_to_done(self, file: str) -> str:
        home = self._desk.office.root / OWNER
        return move_numbered(Disk(), os.fspath(home / "inbox" / file), os.fspath(home / "done"), file)

    def _open_plain(self) -> tuple[OwnerKey, SigningKey | None]:
        stored = self._desk.owner_key()
        return stored, None if stored.protected else stored.unlock()

    def _sign_rules(self, sha256: str, key: SigningKey) -> int:
        return self._desk.sign_rules(key, sha256)

    def _plain_key(self) -> SigningKey:
        """The key of an office whose key has no passphrase, before it was looked at."""
        return self._desk.owner_key().unlock()

    def _decide(self, decision: Decision, key: SigningKey | None) -> Outcome:
        held = decision.held
        key = key or self._plain_key()
        match decision.verb:
            case "approve" | "decline" as verdict:
                return self._desk.decide(key, held, verdict, decision.note)
            case "ask":
                return self._desk.ask_back(key, held, decision.note)

    # on main

    def _on_opened(self, opened: tuple[OwnerKey, SigningKey | None]) -> None:
        stored, key = opened
        self.known = True
        self._key = key
        self.bare = not stored.protected
        self._set_locked(stored.protected and key is None)
        self.lock_changed.emit()

    def _set_locked(self, locked: bool) -> None:
        if locked != self.locked:
            self.locked = locked
            self.lock_changed.emit()


LOCKED = "your owner key was locked before it was signed"


def _words(error: Exception) -> str:
    """One sentence for the owner."""
    match error:
        case WrongPassphrase():
            return "That is not the passphrase of your owner key"
        case KeyMissing() | KeyDamaged():
            return str(error)
        case OSError():
            return f"{error.filename or 'the post office'}: {error.strerror or error}"
        case _:
            return str(error) or type(error).__name__
