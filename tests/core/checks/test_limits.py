"""Limits: size and messages in 24 hours."""

from __future__ import annotations

import pytest

from mailbox_gui.core.checks.limits import check
from mailbox_gui.core.message.draft_reading import compose
from mailbox_gui.core.message.faults import DAILY_LIMIT
from mailbox_gui.core.message.rules import AgentRule, Limits, Rules
from tests.core.checks.made import RULES, draft, facts, header, read


def _rules(**own: int) -> Rules:
    agents = {**RULES.agents, "builder": AgentRule(**own)}  # type: ignore[arg-type]
    return Rules(hub="hub", agents=agents, routes=RULES.routes, limits=Limits(message_bytes=4_000))


def _sized(size: int) -> bytes:
    raw = compose(header(), "x")
    return raw + b"x" * (size - len(raw))


@pytest.mark.parametrize(("size", "refused"), [(3_999, False), (4_000, False), (4_001, True), (20_113, True)])
def test_size(size: int, refused: bool) -> None:
    assert bool(check(read(_sized(size), limit=4_000), facts())) is refused


def test_the_reason_says_both_numbers_and_what_to_do() -> None:
    (fault,) = check(read(_sized(20_113), limit=4_000), facts())
    assert fault.reason == (
        "20,113 bytes; the limit is 4,000. A text this long is a report: put it in the repository and send its path"
    )


@pytest.mark.parametrize(("own", "size", "refused"), [(8_000, 5_000, False), (1_000, 1_500, True)])
def test_an_agents_own_size(own: int, size: int, refused: bool) -> None:
    rules = _rules(message_bytes=own)
    assert bool(check(read(_sized(size), limit=own), facts(rules=rules))) is refused


@pytest.mark.parametrize(("sent", "refused"), [(0, False), (19, False), (20, True), (21, True)])
def test_messages_in_a_day(sent: int, refused: bool) -> None:
    faults = check(draft(), facts(sent=sent))
    assert bool(faults) is refused
    assert all(DAILY_LIMIT in fault.reason for fault in faults)


def test_an_agents_own_number() -> None:
    rules = _rules(messages_per_day=40)
    assert check(draft(), facts(rules=rules, sent=39)) == []
    assert check(draft(), facts(rules=rules, sent=40)) != []


def test_the_owner_has_no_daily_limit() -> None:
    assert check(draft(folder="owner", from_="owner"), facts(sent=1_000)) == []


def test_both_limits_are_named_at_once() -> None:
    faults = check(read(_sized(5_000), limit=4_000), facts(sent=20))
    assert [DAILY_LIMIT in fault.reason for fault in faults] == [False, True]
