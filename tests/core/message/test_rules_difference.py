"""A change of the rules, told in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mailbox_gui.core.message.rules import AgentRule, Limits, Rules
from mailbox_gui.core.message.rules_difference import rules_difference

OLD = Rules(
    hub="hub",
    agents={"hub": AgentRule(), "trader": AgentRule(messages_per_day=40)},
    routes=frozenset({("hub", "trader"), ("trader", "hub")}),
    runtimes=("one",),
)


@pytest.mark.parametrize(
    ("new", "told"),
    [
        (OLD, []),
        (replace(OLD, hub="trader"), ["changes the hub from hub to trader"]),
        (
            replace(OLD, routes=OLD.routes | {("hub", "owner")} - {("trader", "hub")}),
            ["adds the route hub → owner"],
        ),
        (replace(OLD, routes=frozenset({("hub", "trader")})), ["removes the route trader → hub"]),
        (replace(OLD, agents={"hub": AgentRule()}), ["removes the agent trader"]),
        (
            replace(OLD, agents={**OLD.agents, "site": AgentRule(signature="required")}),
            ["adds the agent site", "site: changes signature from optional to required"],
        ),
        (
            replace(OLD, agents={**OLD.agents, "trader": AgentRule(folder="/srv/\u202ex")}),
            [
                "trader: changes folder from the default to /srv/⟨U+202E⟩x",
                "trader: changes messages_per_day from 40 to the default",
            ],
        ),
        (
            replace(OLD, limits=Limits(message_bytes=32_768)),
            ["for everybody: changes message_bytes from 16,384 to 32,768"],
        ),
        (
            replace(OLD, obligations={"task": "report", "request": "report", "reply": "reply"}),
            [
                "changes what is owed for a request from reply to report",
                "changes what is owed for a question from reply to nothing",
                "changes what is owed for a reply from nothing to reply",
            ],
        ),
        (
            replace(OLD, overdue_hours={**OLD.overdue_hours, "reply": 0.5}),
            ["changes the hours until overdue for a reply from 4 to 0.5"],
        ),
        (
            replace(OLD, agents={**OLD.agents, "hub": AgentRule(overdue_hours={"reply": 1.5, "report": 8})}),
            ["hub: changes overdue_hours from the default to reply 1.5, report 8"],
        ),
        (replace(OLD, runtimes=("two",)), ["removes the runtime one", "adds the runtime two"]),
    ],
)
def test_differences(new: Rules, told: list[str]) -> None:
    assert rules_difference(OLD, new) == told
