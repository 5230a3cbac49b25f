"""Judging one batch: checks, duplicates, decisions and limits, each draft seeing the verdicts before its own."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from mailbox_gui.core.checks import judge, limits
from mailbox_gui.core.checks.facts import Facts, SigningFacts
from mailbox_gui.core.checks.signer import signer_of
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.records import Held
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.faults import DAILY_LIMIT, Fault
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.message.verdict import Accept, Decide, Hold, Refuse, Verdict
from mailbox_gui.core.proof.authority import Authority
from mailbox_gui.core.read_models.facts import Known, KnownState, known, signed_part_known
from mailbox_gui.core.relay.decisions import decision_fault
from mailbox_gui.core.relay.examining import Examined
from mailbox_gui.core.relay.sending_book import SendingBook
from mailbox_gui.core.relay.waivers import waiver_fault

_STATES: Final[Mapping[str, KnownState]] = {"approve": "approved", "decline": "declined"}
_REBUILD: Final = "stop the relay and run mailbox reindex, then decide again"


@dataclass(slots=True)
class Overlay:
    """What one batch has decided and the index may not know yet; `height` is that of its last line, once it has one."""

    height: int = 0
    known: dict[str, Known] = field(default_factory=dict)
    signed_parts: dict[str, str] = field(default_factory=dict)
    waived: set[tuple[str, str]] = field(default_factory=set)


class Judge:
    """Gives each draft of a batch its verdict.

    `connection` reads the index, which may lag by some batches; `queued_bytes` what lies in the owner's queue now,
    `held_line` the journal's line of a held message, `owed` the live debts of a name that the index has of everything
    before this batch (name, and to whom the waiver goes). What the owner signed is asked of `authority` alone.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        book: SendingBook,
        authority: Authority,
        queued_bytes: Callable[[str], bytes | None],
        held_line: Callable[[str], Held | None],
        owed: Callable[[str, str], Sequence[Debt]],
    ) -> None:
        self._connection = connection
        self._book = book
        self._authority = authority
        self._queued_bytes = queued_bytes
        self._held_line = held_line
        self._owed = owed
        self._overlay = Overlay()
        # Batches on their way into the index, the newest first.
        self._before: list[Overlay] = []

    def begin_batch(self, height: int, projected: int) -> None:
        """A new batch after the line at `height`. What the index has only up to `projected` stays known here."""
        self._overlay.height = height
        self._before = [before for before in (self._overlay, *self._before) if before.height > projected]
        self._overlay = Overlay()

    def judge(self, draft: Draft, examined: Examined, rules: Rules, now: datetime) -> Verdict:
        """The verdict on `draft`; it counts for the drafts after it once it is remembered."""
        facts = Facts(
            rules=rules,
            now=now,
            sent_last_day=self._book.sent_last_day(draft.folder, now) if draft.folder != OWNER else 0,
            known=self.known,
            findings=examined.findings,
            signing=SigningFacts(self._authority.owner_key, self._authority.standing, examined.holds),
        )
        faults = judge(draft, facts)
        if (duplicate := self._duplicate(draft, examined.signed_sha256)) is not None:
            # A repeated draft is refused for that alone, unless it has other faults too; then it is named beside them.
            faults = (*faults, duplicate)
        if faults:
            return Refuse(draft, faults)
        signer = signer_of(draft, facts)
        if draft.get("kind") == "decision":
            fault = self._decision_fault(draft, rules)
            if fault is not None:
                return Refuse(draft, (fault,))
            assert signer is not None
            return Decide(draft, signer)
        return Hold(draft, signer) if draft.get("requires") == "owner" else Accept(draft, signer)

    def remember(self, verdict: Verdict, examined: Examined, now: datetime) -> None:
        """Let a verdict that will be committed count for the drafts judged after it."""
        if examined.signed_sha256 is not None and not isinstance(verdict, Refuse):
            self._overlay.signed_parts[examined.signed_sha256] = str(verdict.draft.id)
        match verdict:
            case Accept(draft, _):
                self._remember(draft, "accepted")
                self._book.sent(draft.folder, now)
            case Hold(draft, _):
                self._remember(draft, "held")
                self._book.sent(draft.folder, now)
            case Decide(draft, _):
                self._decide(draft, now)
            case Refuse(draft, faults):
                if any(fault.check == limits.NAME and DAILY_LIMIT in fault.reason for fault in faults):
                    self._book.over_limit(draft.folder, now)

    def known(self, message_id: str) -> Known | None:
        """An accepted or held message, of this batch, of one on its way into the index, or of history."""
        return self._fresh(message_id) or known(self._connection, message_id)

    def _fresh(self, message_id: str) -> Known | None:
        """A message of this batch or of one on its way into the index."""
        for overlay in (self._overlay, *self._before):
            if (found := overlay.known.get(message_id)) is not None:
                return found
        return None

    def _duplicate(self, draft: Draft, signed_sha256: str | None) -> Fault | None:
        if draft.id is None:
            return None
        earlier = self.known(draft.id)
        if earlier is not None and earlier.sender == draft.folder:
            return Fault(
                "duplicate",
                f"these bytes were already {earlier.state} as {draft.id}",
                "nothing to do; to say it again, write it anew with the present time in created",
            )
        if signed_sha256 is None:
            return None
        overlays = (self._overlay, *self._before)
        fresh = next((found for overlay in overlays if (found := overlay.signed_parts.get(signed_sha256))), None)
        first = fresh or signed_part_known(self._connection, signed_sha256)
        return None if first is None else Fault("duplicate", f"the same signed text was already accepted as {first}")

    def _decision_fault(self, draft: Draft, rules: Rules) -> Fault | None:
        if draft.get("verdict") == "waive":
            return self._waiver_fault(draft)
        ref = draft.get("ref")
        held = self.known(ref)
        if held is not None and self._fresh(ref) is None:
            held = self._proven(held)
            if held is None:
                return Fault("decision", f"index and journal disagree about {ref}; nothing is delivered", _REBUILD)
        queued = self._queued_bytes(ref) if held is not None and held.state == "held" else None
        return decision_fault(draft, held, queued, rules)

    def _waiver_fault(self, draft: Draft) -> Fault | None:
        name, recipient = draft.get("ref"), draft.get("to")
        known = self.known(name)
        held = known is not None and known.state == "held"
        again = (name, recipient) in self._overlay.waived
        return waiver_fault(draft, self._owed(name, recipient), held=held, again=again)

    def _proven(self, held: Known) -> Known | None:
        """What the journal itself says of a message that the index knows: the owner's decision rests on it.

        None when the two disagree. The index can be changed by anybody who can write here, the journal not unseen.
        """
        line = self._held_line(held.id)
        if line is None:
            return held if held.state in ("accepted", "decision") else None
        if hashlib.sha256(message_bytes(line)).hexdigest() != line.sha256:
            return None
        decided = self._authority.decision_on(held.id)
        state: KnownState = "held" if decided is None else _STATES[decided.verdict]
        return replace(
            held,
            sender=line.folder,
            recipient=line.header["to"],
            topic=line.header["topic"],
            sha256=line.sha256,
            state=state,
            decided_at=None if decided is None else decided.at,
        )

    def _decide(self, draft: Draft, now: datetime) -> None:
        ref = draft.get("ref")
        if draft.get("verdict") == "waive":
            self._overlay.waived.add((ref, draft.get("to")))
            self._remember(draft, "decision")
            return
        held = self.known(ref)
        assert held is not None
        state = _STATES[draft.get("verdict")]
        self._overlay.known[ref] = replace(held, state=state, decided_at=now)
        self._remember(draft, "decision")

    def _remember(self, draft: Draft, state: KnownState) -> None:
        assert draft.id is not None
        assert draft.sha256 is not None
        self._overlay.known[draft.id] = Known(
            id=draft.id,
            height=0,
            sender=draft.folder,
            recipient=draft.get("to"),
            kind=draft.get("kind"),
            topic=draft.get("topic"),
            state=state,
            sha256=draft.sha256,
        )
