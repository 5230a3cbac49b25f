"""Who signed, proved when a message is opened: signed, unsigned, refused or broken, and never one for another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from mailbox_gui.core.journal.records import Accepted, Held, Record, Rejected, Stopped
from mailbox_gui.core.journal.records.members import Also
from mailbox_gui.core.message.verdict import Signer
from mailbox_gui.core.read_models.delegations import delegation_of
from mailbox_gui.core.read_models.detail import detail
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.read_models.signature_state import SignatureState, signature_state
from tests.core.read_models.history import History, content
from tests.support.clock import NOON
from tests.support.signed_records import (
    OTHER,
    OTHER_KEY,
    OWNER,
    OWNER_KEY,
    SESSION_KEY,
    decided,
    delegated,
    mail,
    revoked,
    rules,
    signed,
)

Make = Callable[[History], Index]
PLAIN = content("builder", "hub")
BY_SESSION = mail(Accepted, signed(PLAIN))
BY_OWNER = mail(Held, signed(content("builder", "hub", topic="by the owner"), OWNER))
UNSIGNED = mail(Accepted, content("builder", "hub", topic="plain"))


@pytest.fixture
def history() -> History:
    made = History(now=NOON)
    made.add(rules(1))
    made.add(delegated())
    return made


def state_of(history: History, index_of: Make, record: Record) -> SignatureState:
    entry = history.add(record)
    return signature_state(index_of(history).connection, entry)


def test_a_session_key_signed_and_the_owner_delegated(history: History, index_of: Make, tmp_path: Path) -> None:
    for record in (BY_SESSION, BY_OWNER, UNSIGNED, decided(BY_OWNER)):
        history.add(record)
    connection = index_of(history).connection
    found = detail(connection, tmp_path / "journal", BY_SESSION.id).signature
    assert found == SignatureState("signed", OWNER_KEY, SESSION_KEY, delegation_of(connection, SESSION_KEY))
    assert found.delegation is not None
    assert (found.delegation.agent, found.delegation.expires) == ("builder", NOON + timedelta(days=30))
    assert detail(connection, tmp_path / "journal", BY_OWNER.id).signature == SignatureState("signed", OWNER_KEY)
    assert detail(connection, tmp_path / "journal", UNSIGNED.id).signature == SignatureState("unsigned")
    assert detail(connection, tmp_path / "journal", 6).signature == SignatureState("signed", OWNER_KEY)


def test_what_was_signed_before_a_revocation_stays_signed(history: History, index_of: Make) -> None:
    entry = history.add(BY_SESSION)
    history.add(revoked())
    found = signature_state(index_of(history).connection, entry)
    assert found.state == "signed"
    assert found.delegation is not None
    assert found.delegation.revoked_height == entry.height + 1


def _late(history: History) -> None:
    history.now += timedelta(days=31)


BROKEN: list[tuple[str, Callable[[History], object], Record, str]] = [
    ("the text was changed", lambda _: None, replace(BY_SESSION, body="Something else.\n"), "does not fit the message"),
    ("the owner's signature was changed", lambda _: None, replace(BY_OWNER, body="Else.\n"), "does not fit"),
    (
        "a session that the message does not name",
        lambda _: None,
        replace(BY_OWNER, signer=Signer(OWNER_KEY, SESSION_KEY)),
        "another session key than the journal",
    ),
    (
        "the owner said to have signed what a session did",
        lambda _: None,
        replace(BY_SESSION, signer=Signer(OWNER_KEY)),
        "another session key than the journal",
    ),
    ("another owner", lambda _: None, replace(BY_SESSION, signer=Signer(OTHER_KEY, SESSION_KEY)), "not this post"),
    ("a key that nobody delegated", lambda _: None, mail(Accepted, signed(PLAIN, OTHER)), "unknown session key"),
    ("revoked before", lambda history: history.add(revoked()), BY_SESSION, "the owner revoked"),
    ("after its end", _late, BY_SESSION, "expired"),
    ("another agent's", lambda _: None, mail(Accepted, signed(content("site", "hub")), "site"), "not to site"),
    ("not told by the journal", lambda _: None, replace(BY_SESSION, signer=None), "does not vouch for"),
]


@pytest.mark.parametrize(("before", "record", "reason"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_what_does_not_hold_is_broken_and_never_unsigned(
    history: History, index_of: Make, before: Callable[[History], object], record: Record, reason: str
) -> None:
    before(history)
    found = state_of(history, index_of, record)
    assert (found.state, found.author, found.session, found.delegation) == ("broken", "", "", None)
    assert reason in found.reason


@pytest.mark.parametrize(
    ("header", "check", "also", "state", "reason"),
    [
        ({"from": "builder"}, "route", (), "unsigned", ""),
        (None, "header", (), "unsigned", ""),
        ({"signature": "00"}, "signature", (), "refused", "why not"),
        ({"signature": "00"}, "route", (Also("signature", "it is bad"),), "refused", "it is bad"),
        ({"signature": "00"}, "route", (), "refused", "it was refused for another reason"),
    ],
)
def test_a_refused_draft_names_nobody(
    history: History, index_of: Make, header: dict[str, str] | None, check: str, also: tuple[Also, ...], state: str,
    reason: str,
) -> None:  # fmt: skip
    record = Rejected(None, "builder", "a.md", header, 5, None, check, "why not", None, also)
    found = state_of(history, index_of, record)
    assert (found.state, found.author, found.session, found.reason) == (state, "", "", reason)


def test_a_line_of_no_message_is_unsigned(history: History, index_of: Make) -> None:
    assert state_of(history, index_of, Stopped("asked to")).state == "unsigned"
