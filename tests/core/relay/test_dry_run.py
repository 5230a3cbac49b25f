"""Other rules on the messages of a week: what would have gone through, and what not."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Literal

import pytest

from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.rules import AgentRule, Limits, Rules
from mailbox_gui.core.read_models.judged import Judged
from mailbox_gui.core.read_models.rows import MessageRow
from mailbox_gui.core.relay.dry_run import dry_run
from tests.support.clock import NOON

RULES = Rules(
    hub="hub",
    agents=MappingProxyType({"hub": AgentRule(), "builder": AgentRule(), "site": AgentRule()}),
    routes=frozenset({("builder", "hub"), ("hub", "builder"), ("hub", "owner"), ("owner", "hub")}),
)
Then = Literal["accepted", "held", "rejected"]


def message(
    height: int, sender: str = "builder", to: str = "hub", then: Then = "accepted", *faults: Fault,
    at: datetime = NOON, size: int = 100, **header: str,
) -> Judged:  # fmt: skip
    blank: dict[str, Any] = dict.fromkeys(MessageRow._fields, "")
    row = MessageRow(**blank | {"height": height, "at": at, "sender": sender, "recipient": to, "size": size})
    full = {"from": sender, "to": to, "kind": "note", "topic": "t", "requires": "none", **header}
    return Judged(row, then, full, faults)


def verdicts(history: list[Judged], rules: Rules) -> list[tuple[int, str]]:
    found = dry_run(history, rules, NOON - timedelta(days=7))
    return [(change.judged.row.height, change.verdict) for change in found.changes]


def test_the_same_rules_change_nothing() -> None:
    history = [
        message(1),
        message(2, "site", "builder", "rejected", Fault("route", "r")),
        message(3, "hub", "owner", "held", requires="owner"),
        message(4, "builder", "nobody", "rejected", Fault("recipient", "r")),
        message(5, "builder", "hub", "rejected", Fault("secrets", "s")),
    ]
    assert verdicts(history, RULES) == []
    assert dry_run(history, RULES, NOON - timedelta(days=7)).count == 5


def test_a_new_route_lets_through_what_was_refused_for_that_alone() -> None:
    history = [
        message(1, "site", "builder", "rejected", Fault("route", "r")),
        message(2, "site", "builder", "rejected", Fault("route", "r"), requires="owner"),
        message(3, "site", "builder", "rejected", Fault("header", "h"), Fault("route", "r")),
    ]
    rules = replace(RULES, routes=RULES.routes | {("site", "builder")})
    assert verdicts(history, rules) == [(1, "accepted"), (2, "held")]


def test_a_route_that_goes_refuses_and_says_why() -> None:
    rules = replace(RULES, routes=RULES.routes - {("builder", "hub")})
    (change,) = dry_run([message(1), message(2, "hub", "builder")], rules, NOON - timedelta(days=1)).changes
    assert change.verdict == "rejected"
    assert change.faults[0].check == "route"


def test_an_agent_that_goes() -> None:
    rules = replace(RULES, agents=MappingProxyType({"hub": AgentRule()}))
    assert verdicts([message(1, "hub", "builder")], rules) == [(1, "rejected")]


def test_the_daily_limit_counts_by_the_messages_own_clock() -> None:
    rules = replace(RULES, limits=Limits(messages_per_day=2))
    history = [message(place, at=NOON + timedelta(hours=hours)) for place, hours in enumerate((0, 1, 2, 23, 25, 26), 1)]
    # 3 and 4 are over; at 25 hours the first is a day old, and what was refused does not count.
    assert verdicts(history, rules) == [(3, "rejected"), (4, "rejected")]


def test_what_came_before_counts_but_is_not_judged() -> None:
    rules = replace(RULES, limits=Limits(messages_per_day=1))
    history = [message(1, at=NOON - timedelta(hours=2)), message(2)]
    found = dry_run(history, rules, NOON - timedelta(hours=1))
    assert [(change.judged.row.height, change.verdict) for change in found.changes] == [(2, "rejected")]
    assert found.count == 1


def test_a_higher_limit_lets_more_through() -> None:
    history = [message(1), message(2, "builder", "hub", "rejected", Fault("limits", "1 messages in the last 24 h"))]
    assert verdicts(history, RULES) == [(2, "accepted")]


@pytest.mark.parametrize(("size", "expected"), [(1000, []), (1001, [(1, "rejected")])])
def test_size(size: int, expected: list[tuple[int, str]]) -> None:
    rules = replace(RULES, limits=Limits(message_bytes=1000))
    assert verdicts([message(1, size=size)], rules) == expected


def test_a_signature_that_is_required() -> None:
    rules = replace(RULES, agents=MappingProxyType({**RULES.agents, "builder": AgentRule(signature="required")}))
    history = [message(1), message(2, signature="x"), message(3, "owner", "hub")]
    assert verdicts(history, rules) == [(1, "rejected")]


def test_a_missing_signature_that_is_not_required_any_more() -> None:
    history = [
        message(1, "builder", "hub", "rejected", Fault("signature", "unsigned")),
        message(2, "builder", "hub", "rejected", Fault("signature", "does not verify"), signature="x"),
    ]
    assert verdicts(history, RULES) == [(1, "accepted")]


def test_what_the_owner_did_not_sign_stays_refused() -> None:
    history = [message(1, "owner", "hub", "rejected", Fault("signature", "unsigned")), message(2, "owner", "hub")]
    assert verdicts(history, RULES) == []


def test_what_has_no_header_is_left_out() -> None:
    unread = replace(message(1, "builder", "", "rejected", Fault("header", "h")), header=None)
    found = dry_run([unread], RULES, NOON - timedelta(days=1))
    assert (found.count, found.left_out, found.changes) == (1, 1, ())
