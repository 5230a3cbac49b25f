"""Topics: letters that differ, steady while shown, readable in both looks."""

from __future__ import annotations

from mailbox_gui.window.theme.tokens import DARK, LIGHT, contrast
from mailbox_gui.window.theme.topic_marks import TOPIC_FILLS, TopicMark, TopicMarks


def test_letters_differ_while_there_are_letters() -> None:
    marks = TopicMarks()
    marks.take(["release", "research", "report", "rr", "7-days", "..."])
    assert [marks.of(topic).letter for topic in ("release", "research", "report", "rr", "7-days", "...")] == [
        "R", "E", "P", "R", "7", "?",
    ]  # fmt: skip


def test_a_mark_stays_while_its_topic_is_shown() -> None:
    marks = TopicMarks()
    marks.take(["a", "b", "c"])
    before = marks.of("c")
    marks.take(["c", "d"])
    assert marks.of("c") == before
    assert marks.of("d") != before


def test_the_seventh_topic_shares_a_hue() -> None:
    marks = TopicMarks()
    marks.take([*"abcdefg"])
    fills = [marks.of(topic).fill_light for topic in "abcdefg"]
    assert len(set(fills)) == len(TOPIC_FILLS)
    assert fills[6] == fills[0]


def test_every_letter_can_be_read_on_its_hue() -> None:
    for light, dark in TOPIC_FILLS:
        mark = TopicMark("R", light, dark)
        for tokens in (LIGHT, DARK):
            assert contrast(mark.fill(tokens), mark.ink(tokens)) >= 4.5
            assert contrast(mark.fill(tokens), tokens.bg_surface) >= 3
