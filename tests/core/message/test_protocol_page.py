"""The page that agents are given tells the truth: its example is accepted, its tables are complete."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import yaml

from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.faults import CHECK_NAMES
from mailbox_gui.core.message.fields import field_faults
from mailbox_gui.core.message.kinds import KINDS, KNOWN_FIELDS, REQUIRES
from mailbox_gui.core.message.reason_file import read_reason

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_example_is_a_good_message() -> None:
    raw = BLOCKS[0].encode()
    draft = read_draft("builder", "note.md", raw, len(raw), 16_384)
    assert draft.faults == ()
    assert field_faults(draft, datetime(2026, 11, 30, 12, 3, 1, tzinfo=UTC)) == []


def test_the_example_of_a_reason_is_one() -> None:
    reason = next(block for block in BLOCKS if block.startswith("check:"))
    assert read_reason(reason.encode()).check == "route"
    assert list(yaml.safe_load(reason)) == ["check", "reason", "hint", "also", "file", "id", "at", "height"]


def test_nothing_of_the_vocabularies_is_left_out() -> None:
    decision_only = {"verdict", "sha256"}
    for word in (*KINDS, *REQUIRES, *CHECK_NAMES, *(KNOWN_FIELDS - decision_only)):
        assert f"`{word}`" in PAGE, word


def test_it_is_short_enough_for_an_agents_instructions() -> None:
    assert len(PAGE) < 8_000
