"""Hues: steady for a roster, never the owner's for anybody else."""

from __future__ import annotations

from mailbox_gui.window.theme.hues import AGENT_HUES, HUB_HUE, OWNER_HUE, Hues


def test_the_hub_is_grey_and_the_others_follow_the_roster() -> None:
    hues = Hues()
    hues.set_roster("hub", ["hub", "a", "b", "c", "d", "e"])
    assert hues.of("hub") == HUB_HUE
    assert [hues.of(name) for name in "abcde"] == [*AGENT_HUES, AGENT_HUES[0]]


def test_a_name_of_the_past_has_a_steady_hue_that_is_not_the_owners() -> None:
    one, other = Hues(), Hues()
    assert one.of("gone") == other.of("gone") != OWNER_HUE
    assert Hues().of("owner") == OWNER_HUE
    assert Hues().of("owner-") != OWNER_HUE
