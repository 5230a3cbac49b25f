"""Typos find what was meant."""

from __future__ import annotations

import pytest

from mailbox_gui.core.message.nearest import nearest


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("buidler", ("builder",)),
        ("BUILDER", ("builder",)),
        (" hub ", ("hub",)),
        ("bilder", ("builder",)),
        ("researchr", ("researcher",)),
        ("zzz", ()),
        ("", ()),
        ("x" * 10_000, ()),
    ],
)
def test_nearest(name: str, found: tuple[str, ...]) -> None:
    assert nearest(name, ["builder", "hub", "researcher"]) == found


def test_at_most_three_the_nearest_first() -> None:
    assert nearest("agent-1", [f"agent-{n}" for n in range(9)])[0] == "agent-1"
    assert len(nearest("agent", [f"agent-{n}" for n in range(9)])) == 3
