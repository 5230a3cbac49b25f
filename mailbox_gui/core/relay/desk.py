"""The desk: how commands and the window ask for something, whoever runs the relay, and wait for its answer."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import yaml
from nacl.signing import SigningKey

from mailbox_gui.core.acts.decide import HeldLike, ask_back, decision
from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.acts.dropping import drop
from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.acts.waive import waiver
from mailbox_gui.core.checks import judge
from mailbox_gui.core.checks.facts import Facts, SigningFacts
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.outbox import ACT_SUFFIX
from mailbox_gui.core.journal.lock import Holder, LockHeld, holder
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.keys.owner_key import OwnerKey, owner_public
from mailbox_gui.core.keys.relay_endorsement import ENDORSEMENT_FILE, endorse_relay_key
from mailbox_gui.core.keys.relay_key import relay_public
from mailbox_gui.core.message.composing import compose
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.ids import MessageId
from mailbox_gui.core.message.moments import format_second
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.reason_file import LARGEST_REASON, read_reason
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.read_models.delegations import last_serial, standing_of
from mailbox_gui.core.read_models.facts import known
from mailbox_gui.core.read_models.outcome import outcome_of
from mailbox_gui.core.read_models.reading import open_reading
from mailbox_gui.core.relay.founding import require_unchanged, sign_rules
from mailbox_gui.core.relay.rules_in_force import RulesInForce
from mailbox_gui.core.relay.state import Clock, Event, utc_now

_LOOK_EVERY = 0.03
_LARGEST_RECEIPT = 4096
# The checks that need nothing but the draft, the rules and history; quota and secrets are the relay's.
_OWN_CHECKS = frozenset({"identity", "header", "recipient", "route", "limits", "signature"})

OutcomeVerdict = Literal["sent", "accepted", "held", "rejected", "decided", "done"]


class NoAnswer(Exception):
    """The relay gave no answer in time; what was asked for still lies in the outbox."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The relay's answer. `sent`: dropped, not waited for; `decided`: a decision took effect; `done`: an act did.

    `author` and `session` are the public keys of who signed, by the relay's own proof; empty for an unsigned message.
    """

    verdict: OutcomeVerdict
    id: str | None = None
    height: int | None = None
    check: str = ""
    reason: str = ""
    hint: str = ""
    also: tuple[Fault, ...] = ()
    author: str = ""
    session: str = ""


@dataclass(frozen=True, slots=True)
class SignedRules:
    """A rules.json whose signature holds: `in_force` now, or taken up by the relay when it runs."""

    serial: int
    in_force: bool


class Desk:
    """Every request to a post office's relay. Blocking: the window calls it on a worker thread."""

    def __init__(
        self,
        office: PostOffice,
        *,
        program: str,
        clock: Clock = utc_now,
        disk: Disk | None = None,
        cache: Path | None = None,
    ) -> None:
        self.office = office
        self._program = program
        self._clock = clock
        self._disk = disk or Disk()
        self._cache = cache

    def rules(self) -> Rules:
        """The rules in force: the last good signed ones, with the agents that acts added or removed."""
        with closing(self._reading()) as connection:
            rules = RulesInForce(self.office, owner_public(self.office.keys), connection)
        if rules.rules is None:
            edit = rules.judge()
            if edit is not None and edit.record is not None and edit.record.text is not None:
                return parse_rules(edit.record.text.encode())
            raise NoAnswer(f"{self.office.root}: no rules are in force; correct rules.json and run: mailbox rules sign")
        return rules.rules

    def owner_key(self) -> OwnerKey:
        """The owner's key, still locked."""
        return OwnerKey.load(self.office.keys)

    def holder(self) -> Holder | None:
        """Who runs the relay now, None when nobody does."""
        return holder(self.office.root)

    def draft(self, sender: str, fields: Mapping[str, str], body: str) -> tuple[bytes, MessageId]:
        """A draft's bytes and id; `from` and `created` are filled in where they are missing."""
        complete = {"from": sender, **fields}
        complete.setdefault("created", format_second(self._clock()))
        complete.setdefault("requires", "none")
        order = ("from", "to", "kind", "topic", "requires", "created", "ref", "due")
        ordered = {key: complete[key] for key in order if key in complete}
        content = compose({**ordered, **complete}, body)
        read = read_draft(sender, "draft.md", content, len(content), max(len(content), 1))
        return content, read.id or MessageId("")

    def precheck(self, sender: str, content: bytes) -> tuple[Fault, ...]:
        """The faults that can be told without the relay: the header, the recipient, the route, the size, the signature.

        Of what the owner sends the signature is not judged: it is checked before the key is asked for.
        """
        rules = self.rules()
        draft = read_draft(
            sender, "draft.md", content[: rules.message_bytes(sender) + 1], len(content), rules.message_bytes(sender)
        )
        with closing(self._reading()) as connection:
            facts = Facts(
                rules=rules,
                now=self._clock(),
                known=lambda message_id: known(connection, message_id),
                signing=SigningFacts(owner_public(self.office.keys), lambda session: standing_of(connection, session)),
            )
            told = _OWN_CHECKS - {"signature"} if sender == OWNER else _OWN_CHECKS
            return tuple(fault for fault in judge(draft, facts) if fault.check in told)

    def send(self, sender: str, content: bytes, *, wait: float | None = None, name: str | None = None) -> Outcome:
        """Drop a draft into the sender's outbox; with `wait` (seconds) its verdict is waited for.

        Raises NoAnswer, OSError.
        """
        rules = self.rules()
        read = read_draft(sender, "draft.md", content, len(content), max(len(content), 1))
        reached = self._height()
        drop(self._disk, self.office.box(sender, "outbox", rules), name or f"{read.id or 'draft'}.md", content)
        if wait is None:
            return Outcome("sent", read.id)
        return self.answered(wait, lambda: self._verdict(read.id or "", read.sha256 or "", reached))

    def decide(
        self,
        key: SigningKey,
        held: HeldLike,
        verdict: Literal["approve", "decline"],
        note: str,
        *,
        wait: float | None = 10.0,
    ) -> Outcome:
        """Approve or decline a held message in the owner's name. Raises ValueError for a decline without a reason."""
        return self.send(OWNER, decision(held, verdict, note, self._clock(), key), wait=wait)

    def ask_back(self, key: SigningKey, held: HeldLike, text: str, *, wait: float | None = 10.0) -> Outcome:
        """Ask the sender of a held message something; it stays held."""
        return self.send(OWNER, ask_back(held, text, self._clock(), key), wait=wait)

    def waive(self, key: SigningKey, debt: Debt, reason: str, *, wait: float | None = 10.0) -> Outcome:
        """Waive all that the message of `debt` opened, or the debt of a marker or of commits.

        Raises ValueError without a reason; NoAnswer, OSError.
        """
        return self.send(OWNER, waiver(debt, reason, self.rules().participants(), self._clock(), key), wait=wait)

    def act(self, key: SigningKey, act: str, args: Mapping[str, object], *, wait: float | None = 10.0) -> Outcome:
        """Ask for an act; its receipt or reason is read and both files are removed. Raises NoAnswer, OSError."""
        envelope = make_act(act, args, self._clock(), key)
        content = json.dumps(envelope, ensure_ascii=False).encode()
        outbox = self.office.root / OWNER / "outbox"
        document = envelope["document"]
        assert isinstance(document, dict)
        path = drop(self._disk, outbox, f"{act}-{document['nonce']}{ACT_SUFFIX}", content)
        if wait is None:
            return Outcome("sent")
        return self.answered(wait, lambda: self._act_answer(path))

    def delegate(
        self,
        key: SigningKey,
        agent: str,
        session: str,
        *,
        days: int = 30,
        kinds: Sequence[str] = (),
        topics: Sequence[str] = (),
        wait: float | None = 10.0,
    ) -> Outcome:
        """Let the session key (hex) sign the mail of `agent` from now on for `days`, in a scope (none: everything).

        Raises BadDelegation for a delegation that nobody would accept; NoAnswer, OSError.
        """
        with closing(self._reading()) as connection:
            serial = last_serial(connection) + 1
        envelope = make_delegation(key, agent, session, serial, self._clock(), days, kinds, topics)
        return self.act(key, "delegate", envelope, wait=wait)

    def revoke(self, key: SigningKey, session: str, *, wait: float | None = 10.0) -> Outcome:
        """Let the session key (hex) sign nothing any more. Raises NoAnswer, OSError."""
        return self.act(key, "revoke", {"session": session}, wait=wait)

    def signed_rules(self) -> SignedRules | None:
        """What rules.sig says of rules.json as both lie there; None when there is something to sign."""
        with closing(self._reading()) as connection:
            rules = RulesInForce(self.office, owner_public(self.office.keys), connection)
        serial = rules.signed_serial()
        if serial is None or not (self.office.keys / ENDORSEMENT_FILE).exists():
            return None
        return SignedRules(serial, in_force=rules.judge() is None)

    def sign_rules(self, key: SigningKey, expected: str) -> int:
        """Sign the rules.json that was looked at, the one whose SHA-256 (hex) is `expected`; the signature's serial.

        Nothing is signed twice. Where the owner's signature over the relay's key is missing it is made too: the relay
        does not run without it, and has said so.
        Raises RulesChanged where another file lies there now; RulesError, OSError.
        """
        require_unchanged(self.office, hashlib.sha256(self.office.rules_file.read_bytes()).hexdigest(), expected)
        signed = self.signed_rules()
        if signed is not None:
            return signed.serial
        with closing(self._reading()) as connection:
            serial = RulesInForce(self.office, owner_public(self.office.keys), connection).serial + 1
        if not (self.office.keys / ENDORSEMENT_FILE).exists():
            endorse_relay_key(self._disk, self.office.keys, relay_public(self.office.keys), key, self._clock())
        sign_rules(self._disk, self.office, key, max(serial, self._signed_serial() + 1), self._clock, expected=expected)
        return max(serial, self._signed_serial())

    def one_pass(self, on_event: Callable[[Event], None] | None = None) -> list[Event]:
        """Run the relay for one full pass. Raises LockHeld when somebody else runs it."""
        # Only where nobody else runs the relay is all of it needed here.
        from mailbox_gui.core.relay.one_pass import one_pass  # noqa: PLC0415

        events, _ = one_pass(
            self.office, program=self._program, disk=self._disk, clock=self._clock, cache=self._cache, on_event=on_event
        )
        return events

    def answered(self, wait: float, answer: Callable[[], Outcome | None]) -> Outcome:
        """The answer of the relay that runs, or of one pass of our own when none does; `answer` looks for it.

        Raises NoAnswer after `wait` seconds.
        """
        deadline = time.monotonic() + wait
        while True:
            found = answer()
            if found is not None:
                return found
            if self.holder() is None:
                try:
                    self.one_pass()
                except LockHeld:
                    continue
                found = answer()
                if found is not None:
                    return found
            if time.monotonic() >= deadline:
                running = self.holder()
                who = f" (it runs in {running.program}, process {running.pid})" if running is not None else ""
                raise NoAnswer(f"the relay gave no answer within {wait:g} s{who}; the request still lies in the outbox")
            time.sleep(_LOOK_EVERY)

    def _verdict(self, message_id: str, sha256: str, after: int) -> Outcome | None:
        with closing(self._reading()) as connection:
            found = outcome_of(connection, JournalReader(self.office.journal), message_id, sha256, after)
        if found is None:
            return None
        return Outcome(
            found.verdict,
            found.id,
            found.height,
            found.check,
            found.reason,
            found.hint,
            found.also,
            found.author,
            found.session,
        )

    def _act_answer(self, path: Path) -> Outcome | None:
        receipt = path.with_name(f"{path.name}.receipt")
        rejected = self.office.root / OWNER / "rejected" / path.name
        reason_file = rejected.with_name(f"{path.name}.reason")
        if receipt.exists():
            height = _receipt_height(receipt)
            for done in (path, receipt):
                self._disk.unlink(done)
            return Outcome("done", height=height)
        # The reason comes first, then the act itself: both are there before they are taken away.
        if reason_file.exists() and os.path.lexists(rejected):
            reason = read_reason(_read_up_to(reason_file, LARGEST_REASON + 1))
            for done in (rejected, reason_file):
                self._disk.unlink(done)
            return Outcome("rejected", None, reason.height, reason.check, reason.reason, reason.hint, reason.also)
        return None

    def _signed_serial(self) -> int:
        try:
            envelope = json.loads(self.office.rules_signature.read_bytes())
            return int(envelope["document"]["serial"])
        except (OSError, ValueError, KeyError, TypeError):
            return 0

    def _height(self) -> int:
        with closing(self._reading()) as connection:
            row = connection.execute("SELECT height FROM progress").fetchone()
        return int(row[0]) if row else 0

    def _reading(self) -> sqlite3.Connection:
        return open_reading(os.fspath(self.office.index), self.office.journal)


def _receipt_height(receipt: Path) -> int | None:
    """The height a receipt names; None where it names none, which only a foreign file does."""
    try:
        answer = yaml.safe_load(_read_up_to(receipt, _LARGEST_RECEIPT))
    except yaml.YAMLError:
        return None
    height = answer.get("height") if isinstance(answer, dict) else None
    return height if isinstance(height, int) else None


def _read_up_to(path: Path, count: int) -> bytes:
    with open(path, "rb") as stream:
        return stream.read(count)
