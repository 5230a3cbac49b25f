"""A rehearsal says of the owner's draft what the relay says of the message that is sent."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.outgoing import Outgoing, signed
from mailbox_gui.core.message.faults import CHECK_NAMES
from mailbox_gui.core.message.rules import AgentRule, Rules
from mailbox_gui.core.relay.rehearsal import Rehearsal, rehearse
from tests.support.clock import NOON
from tests.support.scanner import MARKER, MarkerScanner

RULES = Rules(
    hub="hub",
    agents=MappingProxyType({"hub": AgentRule(), "site": AgentRule()}),
    routes=frozenset({("owner", "hub"), ("hub", "site")}),
)
GOOD = Outgoing("hub", "task", "release", "report", "", "", "Please wait.\n")


def rehearsed(mail: Outgoing, owner_key: str | None = "00" * 32) -> Rehearsal:
    return rehearse(mail, RULES, NOON, lambda _id: None, MarkerScanner().scan, owner_key)


def failing(rehearsal: Rehearsal) -> list[str]:
    return [answer.name for answer in rehearsal.answers if answer.faults]


def test_a_good_draft_passes_all_seven_and_its_size_is_that_of_the_signed_message() -> None:
    rehearsal = rehearsed(GOOD)
    assert [answer.name for answer in rehearsal.answers] == list(CHECK_NAMES)
    assert rehearsal.passes
    assert rehearsal.size == len(signed(GOOD, NOON, SigningKey.generate()))


@pytest.mark.parametrize(
    ("mail", "checks"),
    [
        (Outgoing(), ["header"]),
        (Outgoing("", "task", "t", "none", "", "", "b"), ["header"]),
        (Outgoing("nobody", "task", "t", "none", "", "", "b"), ["recipient"]),
        (Outgoing("site", "task", "t", "none", "", "", "b"), ["route"]),
        (Outgoing("hub", "task", "t", "owner", "", "", "b"), ["header"]),
        (Outgoing("hub", "note", "t", "reply", "", "", "b"), ["header"]),
        (Outgoing("hub", "task", "t", "none", "", "tomorrow", "b"), ["header"]),
        (Outgoing("hub", "task", "t", "none", "20261130T090000Z-hub-1f0c5a77d2e9", "", "b"), ["header"]),
        (Outgoing("hub", "task", "t", "none", "", "", "b" * 17_000), ["limits"]),
        (Outgoing("hub", "task", "t", "none", "", "", MARKER), ["secrets"]),
        (Outgoing("hub", "task", "a\nb", "none", "", "", "b"), ["header"]),
    ],
)
def test_what_the_relay_refuses_is_refused(mail: Outgoing, checks: list[str]) -> None:
    rehearsal = rehearsed(mail)
    assert failing(rehearsal) == checks
    assert not rehearsal.passes
    assert rehearsal.opens == ()


def test_without_the_owners_key_no_signature_can_be_checked() -> None:
    assert failing(rehearsed(GOOD, None)) == ["signature"]


def test_no_reason_repeats_a_secret() -> None:
    rehearsal = rehearsed(Outgoing(MARKER, "task", "t", "none", "", "", "b"))
    assert not any(MARKER in fault.reason + fault.hint for answer in rehearsal.answers for fault in answer.faults)


@pytest.mark.parametrize(
    ("mail", "owes"),
    [
        (GOOD, ["report"]),
        (Outgoing("hub", "question", "t", "none", "", "", "b"), ["reply"]),
        (Outgoing("hub", "task", "t", "reply", "", "", "b"), ["reply", "report"]),
        (Outgoing("hub", "note", "t", "none", "", "", "b"), []),
    ],
)
def test_it_says_what_will_be_owed(mail: Outgoing, owes: list[str]) -> None:
    opened = rehearsed(mail).opens
    assert [debt.kind for debt in opened] == owes
    assert all(debt.debtor == "hub" and debt.creditor == "owner" for debt in opened)


def test_a_due_of_its_own_counts() -> None:
    (debt,) = rehearsed(Outgoing("hub", "task", "t", "report", "", "2026-12-24T18:00:00Z", "b")).opens
    assert debt.due is not None
    assert debt.due.isoformat() == "2026-12-24T18:00:00+00:00"
