"""The list of acts: each once, under its own name."""

from __future__ import annotations

from mailbox_gui.core.acts import ALL_ACTS


def test_every_act_is_listed_under_its_name() -> None:
    assert {name: act.NAME for name, act in ALL_ACTS.items()} == {name: name for name in ALL_ACTS}
    assert set(ALL_ACTS) >= {"agent-add", "agent-remove", "resume"}
