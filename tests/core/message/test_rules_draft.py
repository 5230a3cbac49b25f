"""Rules under change: what the owner wrote by hand stays, what is changed is known, what is wrong is told in place."""

from __future__ import annotations

import json

import pytest

from mailbox_gui.core.message.rules_draft import RulesDraft, without_faults
from mailbox_gui.core.message.rules_file import RulesError, parse_rules

HAND = """{"version": 1, "hub": "hub",
 "agents": {"hub": {},
            "builder": {"workspace": "../b"},  "site": {}},
 "routes": [["builder", "hub"], ["hub", "builder"],
            ["hub","site"]],
 "limits": {"messages_per_day": 20}
}"""
ADDED: dict[str, object] = {"act": "agent-add", "args": {"name": "trader", "folder": "/t"}}


def draft(*acts: dict[str, object]) -> RulesDraft:
    return RulesDraft.of(HAND.encode(), acts)


def test_nothing_changed_is_the_same_bytes() -> None:
    assert draft().content == HAND.encode()
    assert draft().changes(draft()) == frozenset()


def test_a_route_is_added_and_taken_away_again() -> None:
    new = draft().with_route("site", "hub", on=True)
    assert new.content.decode() == HAND.replace('["hub","site"]]', '["hub","site"],\n            ["site", "hub"]]')
    assert new.changes(draft()) == {("routes", "site", "hub")}
    back = new.with_route("site", "hub", on=False)
    assert back.content == HAND.encode()


def test_a_limit_an_agents_own_and_a_default() -> None:
    new = draft().with_value(0, "limits", "messages_per_day").with_value(5, "agents", "site", "messages_per_day")
    assert '"messages_per_day": 0' in new.content.decode()
    assert '"site": {"messages_per_day": 5}' in new.content.decode()
    assert new.changes(draft()) == {("limits", "messages_per_day"), ("agents", "site", "messages_per_day")}
    assert "the number 0" in new.problem_at("limits", "messages_per_day")
    assert new.problem_at("agents", "site") == ""
    assert new.value("limits", "settle_seconds") == 0.3
    site = ("agents", "site", "messages_per_day")
    assert new.with_value(None, *site).value(*site) is None
    with pytest.raises(RulesError):
        new.rules()
    assert ("hub", "site") in new.routes()


def test_what_is_wrong_is_left_out_of_a_trial() -> None:
    good = draft().with_route("site", "hub", on=True)
    assert without_faults(good, draft()) == (good.content, False)
    wrong = good.with_value(0, "limits", "messages_per_day").with_value(-1, "agents", "site", "message_bytes")
    content, left_out = without_faults(wrong, draft())
    assert left_out
    rules = parse_rules(content)
    assert (rules.limits.messages_per_day, rules.agents["site"].message_bytes) == (20, None)
    assert ("site", "hub") in rules.routes


def test_obligations_named_in_part_keep_what_held_by_default() -> None:
    assert draft().value("obligations", "task") == "report"
    new = draft().with_value(None, "obligations", "task")
    assert new.value("obligations", "task") is None
    assert dict(new.rules().obligations) == {"request": "reply", "question": "reply"}
    assert new.changes(draft()) == {("obligations", "task")}


def test_an_agent_that_an_act_added_gets_its_place_when_it_is_changed() -> None:
    before = draft(ADDED)
    assert ("trader", "hub") in before.routes()
    new = before.with_route("trader", "site", on=True)
    assert new.changes(before) == {("routes", "trader", "site")}
    rules = parse_rules(new.content)
    assert rules.agents["trader"].folder == "/t"
    assert {("trader", "hub"), ("hub", "trader"), ("owner", "trader"), ("trader", "site")} <= rules.routes
    gone = before.with_route("trader", "hub", on=False)
    assert ("trader", "hub") not in gone.rules().routes
    own = before.with_value(3, "agents", "trader", "messages_per_day")
    assert own.rules().agents["trader"].messages_per_day == 3
    assert own.rules().agents["trader"].folder == "/t"


def test_mine_are_kept_when_the_file_became_another_one() -> None:
    base = draft()
    mine = base.with_route("site", "hub", on=True).with_route("hub", "site", on=False)
    mine = mine.with_value(7, "limits", "messages_per_day")
    other = json.loads(HAND) | {"limits": {"messages_per_day": 30, "message_bytes": 9}}
    other["routes"].append(["builder", "site"])
    both = mine.rebased(json.dumps(other).encode(), base)
    assert both.value("limits", "messages_per_day") == 7
    assert both.value("limits", "message_bytes") == 9
    assert both.routes() == {("builder", "hub"), ("hub", "builder"), ("builder", "site"), ("site", "hub")}


def test_a_broken_file_is_no_draft() -> None:
    with pytest.raises(RulesError):
        RulesDraft.of(b'{"version": 1}')
