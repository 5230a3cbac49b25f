"""Contradictions between members, judged on values alone."""

from __future__ import annotations

import pytest

from mailbox_gui.core.message.rules_sense import problems_of_sense

AGENTS: dict[str, str | None] = {"hub": None, "builder": None}


def test_nothing_to_say_of_good_rules() -> None:
    assert problems_of_sense("hub", AGENTS, [["hub", "builder"], ["builder", "owner"]], ["one"]) == []


@pytest.mark.parametrize(
    ("folders", "clash"),
    [
        ({"a": "x", "b": "x"}, True),
        ({"a": "x", "b": "./x/"}, True),
        ({"a": "x", "b": "y/../x"}, True),
        ({"a": "x", "b": "x/y"}, True),
        ({"a": "x/y", "b": "x"}, True),
        ({"a": "x\\y", "b": "x/y"}, True),
        ({"a": "/x", "b": "/x"}, True),
        ({"a": "x", "b": "xy"}, False),
        ({"a": "x", "b": "../x"}, False),
        ({"a": "/x", "b": "x"}, False),
        ({"a": None, "b": None}, False),
        ({"a": "agents/b", "b": None}, True),
    ],
)
def test_no_two_agents_share_a_folder(folders: dict[str, str | None], clash: bool) -> None:
    found = problems_of_sense("a", folders, [], [])
    assert [("a folder of its own" in problem) for problem in found] == [True] * clash
