"""Route: the pair is in the table, and the hint names a way that is open."""

from __future__ import annotations

import pytest

from mailbox_gui.core.checks.route import check
from mailbox_gui.core.message.rules import AgentRule, Rules
from tests.core.checks.made import RULES, draft, facts


@pytest.mark.parametrize(
    ("folder", "to"), [("builder", "hub"), ("hub", "site"), ("hub", "owner"), ("owner", "hub"), ("builder", "owner")]
)
def test_a_pair_of_the_table_passes(folder: str, to: str) -> None:
    assert check(draft(folder=folder, from_=folder, to=to), facts()) == []


def test_projects_are_sent_through_the_hub() -> None:
    (fault,) = check(draft(to="site"), facts())
    assert fault.reason == (
        "builder → site is not in the routes table; projects write to each other only through the hub"
    )
    assert fault.hint == "send it to hub and ask for it to be passed on"


def test_to_the_owner_too_the_hub_passes_on() -> None:
    (fault,) = check(draft(folder="site", from_="site", to="owner"), facts())
    assert fault.reason == "site → owner is not in the routes table"
    assert "hub" in fault.hint


def test_where_the_hub_is_closed_the_open_ones_are_named() -> None:
    rules = Rules(hub="hub", agents=RULES.agents, routes=frozenset({("builder", "signer")}))
    (fault,) = check(draft(to="site"), facts(rules=rules))
    assert "builder may write to signer" in fault.hint


def test_who_may_write_to_nobody_is_told_so() -> None:
    rules = Rules(hub="hub", agents={"hub": AgentRule(), "builder": AgentRule()}, routes=frozenset())
    (fault,) = check(draft(), facts(rules=rules))
    assert "may write to nobody" in fault.hint


def test_decisions_of_the_owner_need_no_route() -> None:
    decision = draft(folder="owner", from_="owner", to="site", kind="decision")
    assert check(decision, facts()) == []
    assert check(draft(folder="owner", from_="owner", to="site"), facts()) != []


def test_an_agents_decision_has_no_such_right() -> None:
    assert check(draft(to="site", kind="decision"), facts()) != []


@pytest.mark.parametrize("to", ["builder", "nobody", "hub, site", ""])
def test_what_recipient_refuses_is_not_named_twice(to: str) -> None:
    assert check(draft(to=to), facts()) == []


def test_the_folder_counts_and_not_the_claim() -> None:
    assert check(draft(from_="hub", to="site"), facts()) != []
