"""The owner's word in the journal: what it changes, and every way in which a line is not the owner's word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.journal.records import Accepted, Agent, Delegated, Held, Record, Resumed, Revoked, Rules
from mailbox_gui.core.keys.envelope import ACT, RULES, public_hex, sign_document
from mailbox_gui.core.message.rules_writing import default_rules, render_rules
from mailbox_gui.core.message.verdict import Signer
from mailbox_gui.core.proof.authority import Authority
from tests.core.read_models.history import History, content
from tests.support.clock import NOON
from tests.support.signed_records import (
    OTHER,
    OTHER_KEY,
    OWNER,
    OWNER_KEY,
    SESSION_KEY,
    by_act,
    decided,
    delegated,
    mail,
    revoked,
    rules,
)

SECOND = SigningKey(b"2" * 32)
HELD = mail(Held, content("builder", "hub", requires="owner"))
UNSIGNED = mail(Accepted, content("builder", "hub"))


def after(*records: Record) -> tuple[Authority, list[str | None]]:
    """The authority that has taken these lines, and what it said to each."""
    authority, history = Authority(), History(now=NOON)
    return authority, [authority.take(history.add(record)) for record in records]


def test_what_the_owner_signs_counts() -> None:
    text = render_rules(default_rules("hub", ["builder"])).decode()
    authority, said = after(
        rules(1),
        rules(2, text=text),
        by_act(Agent, "agent-add", {"name": "trader"}),
        delegated(serial=3),
        delegated("builder", SECOND, 9),
        by_act(Resumed, "resume", {"agent": "builder"}),
        UNSIGNED,
        revoked(),
        HELD,
        decided(HELD),
    )
    assert said == [None] * 10
    assert authority.owner_key == OWNER_KEY
    assert authority.rules is not None
    assert authority.rules.document["serial"] == 2
    effective = authority.effective_rules()
    assert effective is not None
    assert list(effective.agents) == ["hub", "builder", "trader"]
    assert authority.last_serial == 9
    assert authority.sessions() == (SESSION_KEY, public_hex(SECOND))
    first, second = authority.standing(SESSION_KEY), authority.standing(public_hex(SECOND))
    assert first is not None
    assert second is not None
    assert (first.height, first.revoked_height, second.revoked_height) == (4, 8, None)
    assert authority.standing(OTHER_KEY) is None
    on = authority.decision_on(HELD.id)
    assert on is not None
    assert (on.verdict, authority.decision_on(UNSIGNED.id)) == ("approve", None)
    assert len(authority.session_papers) == 3


def test_before_the_first_rules_nobody_is_the_owner() -> None:
    authority, said = after(delegated(), by_act(Resumed, "resume", {"agent": "builder"}), decided(HELD))
    assert None not in said
    assert (authority.owner_key, authority.sessions(), authority.effective_rules()) == ("", (), None)


def _bent(record: Any, **changes: object) -> Any:
    return replace(record, document={**record.document, **changes})


DECISION = decided(HELD)
DELEGATION = delegated()
NOT_THE_OWNERS: list[tuple[str, Record, str]] = [
    ("rules of another key", rules(99, OTHER), "a key that is not the owner's"),
    ("rules with another text", replace(rules(99), text='{"version": 2}'), "not those that were signed"),
    ("rules with another serial", _bent(rules(99), serial=100), "its signature does not hold"),
    ("rules of an old serial", rules(5), "an old pair was put back"),
    ("rules of serial none", rules(True), "an old pair was put back"),
    ("an act of another key", by_act(Agent, "agent-add", {"name": "x"}, OTHER), "a key that is not the owner's"),
    ("an act changed", _bent(by_act(Agent, "agent-add", {"name": "x"}), args={"name": "y"}), "does not hold"),
    ("an act told as another", by_act(Agent, "resume", {"agent": "builder"}), "signed for another act"),
    ("a delegation told as a resume", by_act(Resumed, "delegate", {}), "signed for another act"),
    (
        "rules told as an act",
        Agent(**sign_document(RULES, {"act": "agent-add"}, OWNER)),  # type: ignore[arg-type]
        "its signature does not hold",
    ),
    (
        "an act without a nonce",
        Agent(**sign_document(ACT, {"act": "agent-add"}, OWNER)),  # type: ignore[arg-type]
        "took effect before",
    ),
    ("a delegation by another owner", delegated(key=OTHER), "a key that is not the owner's"),
    (
        "another owner's delegation in the owner's act",
        by_act(Delegated, "delegate", delegated(key=OTHER).document["args"]),  # type: ignore[arg-type]
        "names another owner",
    ),
    ("a delegation that is none", by_act(Delegated, "delegate", {"session": SESSION_KEY}), "the delegation in it:"),
    ("a key delegated again", delegated(serial=77), "an old one put back"),
    ("an old serial", delegated("builder", SECOND, 1), "an old one put back"),
    ("a revocation by another owner", revoked(key=OTHER), "a key that is not the owner's"),
    ("a revocation of nothing", revoked(SECOND), "never delegated"),
    ("a revocation without a session", by_act(Revoked, "revoke", {}), "never delegated"),
    ("a decision by another key", decided(HELD, key=OTHER), "the decision is not signed by the owner"),
    ("a decision with another note", replace(DECISION, note="no"), "says something else"),
    ("a decision with another verdict", replace(DECISION, verdict="decline"), "says something else"),
    ("a decision on another message", replace(DECISION, ref=UNSIGNED.id), "says something else"),
    ("a decision on other bytes", replace(DECISION, sha256="00" * 32), "says something else"),
    ("a decision from elsewhere", replace(DECISION, folder="builder"), "says something else"),
    ("a decision with another text", replace(DECISION, body="no\n"), "the decision is not signed by the owner"),
    ("a decision by a session", replace(DECISION, signer=Signer(OWNER_KEY, SESSION_KEY)), "another signer"),
    ("a decision by another owner", replace(DECISION, signer=Signer(OTHER_KEY)), "another signer"),
    ("a decision under another id", replace(DECISION, id=f"{DECISION.id[:-12]}{'0' * 12}"), "its id is of"),
    ("no decision at all", replace(DECISION, header={**DECISION.header, "kind": "note"}), "not signed by the owner"),
]


@pytest.mark.parametrize(
    ("record", "reason"), [row[1:] for row in NOT_THE_OWNERS], ids=[row[0] for row in NOT_THE_OWNERS]
)
def test_a_line_that_is_not_the_owners_word_changes_nothing(record: Record, reason: str) -> None:
    authority, said = after(rules(10), delegated(serial=4), HELD, record)
    assert said[:3] == [None] * 3
    assert reason in (said[3] or "")
    assert authority.fault_of(record) == said[3]
    assert isinstance(authority.rules, Rules)
    assert authority.rules.document["serial"] == 10
    standing = authority.standing(SESSION_KEY)
    assert standing is not None
    assert (standing.revoked_height, authority.last_serial) == (None, 4)
    assert authority.decision_on(HELD.id) is None
    assert authority.agent_acts == []


@pytest.mark.parametrize(
    ("record", "reason"),
    [(DELEGATION, "took effect before"), (revoked(), "took effect before"), (DECISION, "decided before")],
)
def test_nothing_counts_twice(record: Record, reason: str) -> None:
    firsts: list[Record] = [rules(10), *([delegated()] if isinstance(record, Revoked) else []), record]
    _, said = after(*firsts, record)
    assert said[:-1] == [None] * len(firsts)
    assert reason in (said[-1] or "")


def test_a_revoked_key_cannot_be_revoked_again() -> None:
    _, said = after(rules(1), delegated(), revoked(), revoked())
    assert said == [None, None, None, "the session key was revoked before"]


def test_a_key_that_is_distrusted_can_still_be_revoked() -> None:
    authority, _ = after(rules(1), delegated())
    authority.distrust(SESSION_KEY, 9, NOON)
    trusted, journalled = authority.standing(SESSION_KEY), authority.journalled_standing(SESSION_KEY)
    assert trusted is not None
    assert journalled is not None
    assert (trusted.revoked_height, journalled.revoked_height) == (9, None)
    assert authority.fault_of(revoked()) is None


def test_the_owner_is_who_signed_the_first_rules_whatever_comes_later() -> None:
    authority, said = after(rules(1, OTHER), rules(2, OWNER), delegated())
    assert authority.owner_key == OTHER_KEY
    assert said[0] is None
    assert all("not the owner's" in (text or "") for text in said[1:])


def test_mail_is_nobodys_word() -> None:
    authority, said = after(rules(1), UNSIGNED, HELD)
    assert said == [None] * 3
    assert authority.fault_of(UNSIGNED) is None
