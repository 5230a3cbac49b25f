"""What the overlay for new mail works with: rehearsals on a thread of their own, drafts that are kept, and sending."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Protocol

from nacl.signing import SigningKey
from PySide6.QtCore import QObject, Signal

from mailbox_gui.core.acts.outgoing import Outgoing, signed
from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.folders.kept_drafts import KeptDraft, KeptDrafts
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.relay.desk import Desk, NoAnswer, Outcome
from mailbox_gui.window.models.letter_view import LetterView
from mailbox_gui.window.owner_acts import OwnerActs
from mailbox_gui.window.questions.letters import rehearsed, was_sent
from mailbox_gui.window.questions.source import Source
from mailbox_gui.window.readers import Readers
from mailbox_gui.window.worker_thread import Worker

WAIT_SECONDS = 10.0


class LetterScanner(Protocol):
    """Finds secrets in a draft."""

    def scan(self, draft: Draft) -> tuple[Finding, ...]:
        """The secrets found."""
        ...


@dataclass(slots=True)
class _Loaded:
    """The scanner once it is there; it is made on the reader thread, where its half a second hurts nobody."""

    load: Callable[[], LetterScanner]
    scanner: LetterScanner | None = None

    def scan(self, draft: Draft) -> tuple[Finding, ...]:
        if self.scanner is None:
            self.scanner = self.load()
        return self.scanner.scan(draft)


class Letters(QObject):
    """`kept_changed` follows the list of kept drafts; `found` says at the start how many there are from before;
    `finishing` asks for what is not saved yet."""

    kept_changed = Signal()
    found = Signal(int)
    finishing = Signal()

    def __init__(
        self,
        readers: Readers[Source],
        store: KeptDrafts,
        owner: OwnerActs,
        clock: Callable[[], datetime],
        load_scanner: Callable[[], LetterScanner],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._readers = readers
        self._store = store
        self._owner = owner
        self._clock = clock
        self._scanner = _Loaded(load_scanner)
        self._worker = Worker("drafts", self)
        self._kept: dict[str, KeptDraft] = {}

    def start(self) -> None:
        """Begin; what was kept before is read, and what had been sent by then is forgotten."""
        self._readers.start()
        self._worker.start()
        self._worker.ask("every draft", self._store.every, self._on_found, lambda _error: None)

    def finish(self) -> None:
        """The window closes: what is written stays."""
        self.finishing.emit()
        self._worker.finish(carry_out=True)
        self._readers.finish()

    @property
    def kept(self) -> tuple[KeptDraft, ...]:
        """The drafts that are kept, the newest first."""
        return tuple(sorted(self._kept.values(), key=lambda draft: draft.saved_at, reverse=True))

    def keep(self, name: str, mail: Outgoing, done: Callable[[datetime], None], failed: Callable[[str], None]) -> None:
        """Write a draft down."""
        draft = KeptDraft(name, self._clock(), asdict(mail))
        self._kept[name] = draft
        self._worker.ask(
            f"keep {name}",
            lambda: self._store.keep(draft),
            lambda _none: done(draft.saved_at),
            lambda error: failed(str(error)),
        )
        self.kept_changed.emit()

    def forget(self, name: str) -> None:
        """A draft was sent or thrown away."""
        self._kept.pop(name, None)
        self._worker.forget(f"keep {name}")
        self._worker.ask(f"forget {name}", lambda: self._store.forget(name), lambda _none: None, lambda _error: None)
        self.kept_changed.emit()

    def rehearse(
        self, mail: Outgoing, answer: Callable[[LetterView], None], failed: Callable[[Exception], None]
    ) -> None:
        """Put a draft under all checks."""
        now, scan = self._clock(), self._scanner.scan
        self._readers.ask("rehearsal", lambda source: rehearsed(source, mail, now, scan), answer, failed)

    def leave(self) -> None:
        """Nobody waits for a rehearsal any more."""
        self._readers.forget("rehearsal")

    def send(self, name: str, mail: Outgoing, done: Callable[[bool], None], failed: Callable[[str], None]) -> None:
        """Sign, drop into the owner's outbox, wait for the relay. `done` hears whether the relay has answered."""
        answered: list[bool] = []
        store, clock, fields = self._store, self._clock, asdict(mail)
        self._worker.forget(f"keep {name}")

        def job(desk: Desk, key: SigningKey) -> Outcome:
            now = clock()
            content = signed(mail, now, key)
            faults = desk.precheck(OWNER, content)
            if faults:
                return Outcome("rejected", check=faults[0].check, reason=faults[0].reason, hint=faults[0].hint)
            # Killed from here on, the draft knows under which name it went: it is not offered, nor sent, again.
            read = read_draft(OWNER, "draft.md", content, len(content), len(content))
            store.keep(KeptDraft(name, now, fields, str(read.id or "")))
            try:
                outcome = desk.send(OWNER, content, wait=WAIT_SECONDS)
            except NoAnswer:
                answered.append(False)
                return Outcome("sent", read.id)
            answered.append(True)
            return outcome

        def sent() -> None:
            self.forget(name)
            done(bool(answered and answered[0]))

        self._owner.sign(f"letter {name}", job, sent, failed)

    # on main

    def _on_found(self, found: list[KeptDraft]) -> None:
        for draft in found:
            if draft.sent_as:
                self._ask_about(draft)
            else:
                self._kept.setdefault(draft.name, draft)
        self.kept_changed.emit()
        if self._kept:
            self.found.emit(len(self._kept))

    def _ask_about(self, draft: KeptDraft) -> None:
        def told(gone: bool) -> None:
            if gone:
                self.forget(draft.name)
            else:
                self._kept.setdefault(draft.name, draft)
                self.kept_changed.emit()

        self._readers.ask(
            f"sent {draft.name}", lambda source: was_sent(source, draft.sent_as), told, lambda _error: told(False)
        )
