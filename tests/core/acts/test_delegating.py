"""Making a delegation: whole seconds, as many days as asked for, nothing that nobody would accept."""

from __future__ import annotations

from datetime import timedelta

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.keys.delegation import BadDelegation, Delegation, read_delegation
from mailbox_gui.core.keys.envelope import public_hex
from tests.support.clock import NOON

OWNER, SESSION = SigningKey(b"o" * 32), public_hex(SigningKey(b"s" * 32))


def test_it_holds_from_now_for_the_days_asked_for() -> None:
    made = make_delegation(OWNER, "builder", SESSION, 3, NOON + timedelta(milliseconds=700), 7, ["note"], ["a*"])
    assert read_delegation(made).delegation == Delegation(
        public_hex(OWNER), SESSION, "builder", NOON, NOON + timedelta(days=7), 3, ("note",), ("a*",)
    )


@pytest.mark.parametrize(
    ("agent", "days", "kinds", "reason"),
    [
        ("owner", 7, [], "agent"),
        ("builder", 0, [], "ends before it begins"),
        ("builder", -1, [], "ends before it begins"),
        ("builder", 401, [], "more than 400 days"),
        ("builder", 7, ["decision"], "kinds"),
    ],
)
def test_what_nobody_would_accept_is_not_signed(agent: str, days: int, kinds: list[str], reason: str) -> None:
    with pytest.raises(BadDelegation, match=reason):
        make_delegation(OWNER, agent, SESSION, 1, NOON, days, kinds)
