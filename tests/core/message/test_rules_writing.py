"""Rules that are written are read back, and a change of one route is a change of one line."""

from __future__ import annotations

import json

import pytest

from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.message.rules_writing import default_rules, render_rules


@pytest.mark.parametrize(
    ("hub", "agents"),
    [("hub", []), ("hub", ["builder", "site"]), ("hub", ["hub", "builder", "builder"]), ("post", ["hub"])],
)
def test_the_rules_of_a_new_post_office(hub: str, agents: list[str]) -> None:
    rules = parse_rules(render_rules(default_rules(hub, agents)))
    others = set(agents) - {hub}
    assert set(rules.agents) == {hub, *others}
    expected = {(hub, name) for name in others} | {(name, hub) for name in others}
    expected |= {(name, "owner") for name in (hub, *others)} | {("owner", name) for name in (hub, *others)}
    assert rules.routes == expected


def test_one_agent_a_line_and_one_route_a_line() -> None:
    text = render_rules(default_rules("hub", ["builder"])).decode()
    assert '\n    "builder": {}\n' in text
    assert '\n    ["hub", "builder"],\n' in text
    assert text.endswith("\n}\n")
    more = render_rules(default_rules("hub", ["builder", "site"])).decode()
    # The new agent, its four routes, and the two lines that were last before and now end in a comma.
    assert len(set(more.splitlines()) - set(text.splitlines())) == 7


@pytest.mark.parametrize(
    "rules", [{}, {"agents": {}, "routes": []}, {"agents": [], "routes": {}}, {"x": "Привет"}, {"routes": [["a"]]}]
)
def test_anything_is_written_as_json(rules: dict[str, object]) -> None:
    assert json.loads(render_rules(rules)) == rules
