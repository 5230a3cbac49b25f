"""Session keys in the index: who may sign whose mail, until when, and what was revoked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.journal.records import Revoked
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.read_models.delegations import (
    DelegationRow,
    delegation_of,
    delegations,
    delegations_of,
    last_serial,
    owner_of,
)
from mailbox_gui.core.read_models.index import Index
from tests.core.read_models.history import History
from tests.support.clock import NOON
from tests.support.signed_records import OTHER, OWNER_KEY, SESSION, SESSION_KEY, delegated, revoked, rules

Make = Callable[[History], Index]
SECOND = SigningKey(b"2" * 32)


def test_an_empty_history_has_none(history: History, index_of: Make) -> None:
    connection = index_of(history).connection
    assert (delegations(connection), delegation_of(connection, SESSION_KEY)) == ([], None)
    assert (last_serial(connection), owner_of(connection)) == (0, None)


def test_delegations_are_listed_the_newest_first(history: History, index_of: Make) -> None:
    for record in (
        rules(1),
        delegated("builder", SESSION, 1, kinds=["report"], topics=["a", "b*"]),
        delegated("site", SECOND, 2, days=7),
        rules(2, OTHER),
    ):
        history.add(record)
    connection = index_of(history).connection
    first, second = delegation_of(connection, SESSION_KEY), delegation_of(connection, public_hex(SECOND))
    assert first == DelegationRow(
        SESSION_KEY, "builder", 1, NOON, NOON + timedelta(days=30), ("report",), ("a", "b*"), OWNER_KEY, 2,
        history.entries[1].at, None, None,
    )  # fmt: skip
    assert delegations(connection) == [second, first]
    assert delegations(connection, "builder") == [first]
    assert delegations(connection, "hub") == []
    assert delegations_of(connection, ["", SESSION_KEY, "ab" * 32, SESSION_KEY]) == {SESSION_KEY: first}
    assert last_serial(connection) == 2
    assert owner_of(connection) == OWNER_KEY


def test_a_revocation_stays_the_first_one(history: History, index_of: Make) -> None:
    for record in (rules(1), delegated(), revoked(), revoked(), revoked(SECOND)):
        history.add(record)
    row = delegation_of(index_of(history).connection, SESSION_KEY)
    assert row is not None
    assert (row.revoked_height, row.revoked_at) == (3, history.entries[2].at)


def test_a_line_that_was_tampered_with_delegates_nothing(history: History, index_of: Make) -> None:
    good = delegated()
    history.add(replace(good, document={**good.document, "args": {"document": {}}}))
    history.add(replace(good, document={**good.document, "args": None}))
    history.add(Revoked({"args": None}, "", ""))
    assert delegations(index_of(history).connection) == []


@pytest.mark.parametrize(
    ("days", "gone", "state"),
    [(-0.001, False, "not yet valid"), (0, False, "valid"), (29.999, False, "valid"), (30, False, "expired"),
     (1, True, "revoked"), (40, True, "revoked")],
)  # fmt: skip
def test_its_state_is_that_of_the_moment(history: History, index_of: Make, days: float, gone: bool, state: str) -> None:
    history.add(rules(1))
    history.add(delegated())
    if gone:
        history.add(revoked())
    row = delegation_of(index_of(history).connection, SESSION_KEY)
    assert row is not None
    assert row.state(NOON + timedelta(days=days)) == state
    standing = row.standing()
    assert (standing.delegation.session, standing.revoked_height is not None) == (SESSION_KEY, gone)
