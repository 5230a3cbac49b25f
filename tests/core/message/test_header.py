"""What a header answers when a key stands in it, does not, or stands in it twice."""

from __future__ import annotations

from mailbox_gui.core.message.header import Header, HeaderField

HEADER = Header((HeaderField("to", "hub", 2), HeaderField("to", "evil", 3), HeaderField("topic", "", 4)))


def test_the_first_of_a_key_counts() -> None:
    assert (HEADER.get("to"), HEADER.line_of("to")) == ("hub", 2)
    assert HEADER.as_dict() == {"to": "hub", "topic": ""}


def test_an_empty_value_is_not_a_missing_one() -> None:
    assert (HEADER.get("topic"), HEADER.get("ref"), HEADER.line_of("ref")) == ("", None, None)
