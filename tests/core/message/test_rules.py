"""The questions that rules answer."""

from __future__ import annotations

from mailbox_gui.core.message.rules import AgentRule, Limits, Rules

RULES = Rules(
    hub="hub",
    agents={"hub": AgentRule(), "builder": AgentRule(messages_per_day=0, message_bytes=100)},
    routes=frozenset({("builder", "hub")}),
    limits=Limits(message_bytes=50, messages_per_day=7),
)


def test_a_route_has_a_direction() -> None:
    assert RULES.may_write("builder", "hub")
    assert not RULES.may_write("hub", "builder")


def test_an_agents_own_limits_go_before_the_common_ones() -> None:
    assert [RULES.message_bytes(name) for name in ("hub", "builder", "owner", "nobody")] == [50, 100, 50, 50]
    assert [RULES.messages_per_day(name) for name in ("hub", "builder", "owner", "nobody")] == [7, 0, None, 7]


def test_the_owner_takes_part_too() -> None:
    assert RULES.participants() == ("hub", "builder", "owner")
