"""What the owner does, on a thread of its own: unlocking the key takes about a second, the relay's answer some time."""

from __future__ import annotations

import os
from collections.abc import Callable

from nacl.signing import SigningKey
from PySide6.QtCore import QObject, Signal

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.delivery import move_numbered
from mailbox_gui.core.keys.key_file import KeyDamaged, KeyMissing
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import WrongPassphrase
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.relay.desk import Desk, Outcome
from mailbox_gui.window.decisions import Decision
from mailbox_gui.window.worker_thread import Worker


class OwnerActs(QObject):
    """Keeps the unlocked key for this session. Every act is a signed file that the relay judges like any other.

    `locked` is true while a protected key has not been unlocked; `lock_changed` follows it.
    """

    lock_changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._worker = Worker("owner acts", self)
        # Apart from the acts: a passphrase must not wait behind a relay that does not answer.
        self._keys = Worker("owner key", self)
        self._key: SigningKey | None = None
        self._number = 0
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
        self._keys.finish()
        self._worker.finish(carry_out=True)
        self._key = None

    def unlock(self, passphrase: str, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Unlock the owner key for this session."""

        def opened(key: SigningKey) -> None:
            self._key = key
            self._set_locked(False)
            done()

        self._keys.ask(
            "unlock",
            lambda: self._desk.owner_key().unlock(passphrase),
            opened,
            lambda error: failed(_words(error)),
        )

    def carry_out(self, decision: Decision, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Sign a decision, hand it to the relay and wait for its answer."""
        self._number += 1

        def answered(outcome: Outcome) -> None:
            if outcome.verdict == "rejected":
                failed(visible(outcome.reason) + (f"; {visible(outcome.hint)}" if outcome.hint else ""))
            else:
                done()

        self._worker.ask(
            f"decision {self._number}", lambda: self._decide(decision), answered, lambda error: failed(_words(error))
        )

    def act(
        self, name: str, arguments: dict[str, object], done: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        """Ask the relay for an act (`resume`)."""
        self._number += 1

        def answered(outcome: Outcome) -> None:
            if outcome.verdict == "rejected":
                failed(visible(outcome.reason))
            else:
                done()

        self._worker.ask(
            f"act {self._number}",
            lambda: self._desk.act(self._signing_key(), name, arguments),
            answered,
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

    def _signing_key(self) -> SigningKey:
        if self._key is None:
            self._key = self._desk.owner_key().unlock()
        return self._key

    def _decide(self, decision: Decision) -> Outcome:
        held = decision.held
        key = self._signing_key()
        match decision.verb:
            case "approve" | "decline" as verdict:
                return self._desk.decide(key, held, verdict, decision.note)
            case "ask":
                return self._desk.ask_back(key, held, decision.note)

    # on main

    def _on_opened(self, opened: tuple[OwnerKey, SigningKey | None]) -> None:
        stored, key = opened
        self._key = key
        self.bare = not stored.protected
        self._set_locked(stored.protected and key is None)
        self.lock_changed.emit()

    def _set_locked(self, locked: bool) -> None:
        if locked != self.locked:
            self.locked = locked
            self.lock_changed.emit()




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
