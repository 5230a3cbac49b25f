"""What the relay would say of the owner's draft if it were sent now: the real checks, and what it would open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from nacl.signing import SigningKey

from mailbox_gui.core.acts.outgoing import Outgoing, signed
from mailbox_gui.core.checks import ALL_CHECKS
from mailbox_gui.core.checks.facts import Facts, Known, SigningFacts
from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.checks.secret_scan.masking import mask_faults
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.debts.letter import Letter, due_of
from mailbox_gui.core.debts.line import Line
from mailbox_gui.core.debts.memory_book import MemoryBook
from mailbox_gui.core.debts.opening import deliver
from mailbox_gui.core.debts.terms import Terms
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.faults import CHECK_NAMES, Fault
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import Rules

_NO_HEADER: Final = "header"


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """What one check says: nothing (`faults` is empty) or why it refuses."""

    name: str
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """All checks in their order, the bytes that would be sent, what may be sent, and the debts that it would open."""

    answers: tuple[CheckAnswer, ...]
    size: int
    most_bytes: int
    opens: tuple[Debt, ...] = ()

    @property
    def passes(self) -> bool:
        """Whether the relay would let it through."""
        return not any(answer.faults for answer in self.answers)


def rehearse(
    mail: Outgoing,
    rules: Rules,
    now: datetime,
    known: Callable[[str], Known | None],
    scan: Callable[[Draft], tuple[Finding, ...]],
    owner_key: str | None,
) -> Rehearsal:
    """Judge a draft as the relay would.

    It is signed with a key made for this and thrown away: so its size and form are those of what will be sent, and the
    owner's key need not be open. Without the owner's public key (hex) no signature could be checked: that is told.
    """
    most = rules.message_bytes(OWNER)
    key = SigningKey.generate()
    try:
        raw = signed(mail, now, key)
    except ValueError as error:
        return Rehearsal(_all_failed_at(_NO_HEADER, Fault(_NO_HEADER, str(error))), 0, most)
    draft = read_draft(OWNER, "draft.md", raw[: most + 1], len(raw), most)
    findings = scan(draft)
    stand_in = public_hex(key) if owner_key is not None else None
    facts = Facts(rules=rules, now=now, known=known, findings=findings, signing=SigningFacts(stand_in))
    answers = tuple(
        CheckAnswer(name, tuple(mask_faults(check(draft, facts), draft, findings))) for name, check in ALL_CHECKS
    )
    opens = () if any(answer.faults for answer in answers) else _opens(draft, rules, now)
    return Rehearsal(answers, len(raw), most, opens)


def _all_failed_at(name: str, fault: Fault) -> tuple[CheckAnswer, ...]:
    return tuple(CheckAnswer(each, (fault,) if each == name else ()) for each in CHECK_NAMES)


def _opens(draft: Draft, rules: Rules, now: datetime) -> tuple[Debt, ...]:
    """The debts of the recipient that delivering it would open, by the code that opens them."""
    own_hours = {name: rule.overdue_hours for name, rule in rules.agents.items() if rule.overdue_hours}
    book = _Rehearsed(Terms(rules.hub, rules.obligations, rules.overdue_hours, own_hours))
    letter = Letter(
        id=str(draft.id or ""),
        sender=OWNER,
        recipient=draft.get("to"),
        kind=draft.get("kind"),
        requires=draft.get("requires"),
        topic=draft.get("topic"),
        ref=draft.get("ref"),
        due=due_of({key: draft.get(key) for key in ("due",)}),
        sha256=draft.sha256 or "",
    )
    deliver(letter, Line(0, now, ""), book)
    return book.debts


class _Rehearsed(MemoryBook):
    """A book with the terms given."""

    def __init__(self, terms: Terms) -> None:
        super().__init__()
        self._terms = terms
