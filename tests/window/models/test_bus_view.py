"""What the filter lets through, where a post stands in the ring, and the ring in one sentence."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from mailbox_gui.window.models.bus_view import BusFilter, BusRow, BusView, PostProof, summary

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def row(seq: int = 105, **changes: Any) -> BusRow:
    values: dict[str, Any] = {
        "seq": seq, "height": 7, "label": "builder", "topic": "release", "kind": "report", "ref": "", "line": "2.4.0",
        "body": "2.4.0 staged", "author": "ab" * 32, "session": "", "proof": PostProof("it holds", "ok"),
        "at": NOW - timedelta(seconds=12),
    }  # fmt: skip
    return BusRow(**values | changes)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("", True), ("staged", True), ("STAGED builder", True), ("release 105", True), ("abab", True),
        ("staged nothing", False), ("market", False),
    ],
)  # fmt: skip
def test_every_word_must_occur_somewhere(words: str, shown: bool) -> None:
    assert BusFilter(words=words).shows(row()) is shown


def test_topics_are_left_out_by_name() -> None:
    assert not BusFilter(frozenset({"release"})).shows(row())
    assert BusFilter(frozenset({"releases"})).shows(row())


def test_slots_counters_and_topics() -> None:
    view = BusView((row(105), row(104, topic="market"), row(103)), seen=105)
    assert [each.slot for each in view.rows] == [41, 40, 39]
    assert view.dropped == 102
    assert view.topics() == [("release", 2), ("market", 1)]


def test_one_sentence() -> None:
    view = BusView((row(105), row(104, topic="market")), seen=105)
    assert summary(view, view.rows[1], NOW) == (
        "2 of 64 slots are held on 2 topics, 105 posted in all and 103 fallen off; the newest is post 105 of builder "
        "on release, 12 seconds ago; post 104 on market is selected."
    )
