"""What JSON parsers let pass silently is told, with its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.strict_json import NotJsonError, load_strictly, path


@pytest.mark.parametrize(
    ("raw", "repeated"),
    [
        (b'{"a": 1, "a": 2}', ("$.a",)),
        (b'{"a": {"b": 1, "b": 1}}', ("$.a.b",)),
        (b'{"a": [{"b": 1}, {"b": 1, "c": 2, "b": 3}]}', ("$.a[1].b",)),
        (b'[[{"a": 1, "a": 1}]]', ("$[0][0].a",)),
        (b'{"a": 1, "a": {"b": 1, "b": 2}}', ("$.a", "$.a.b")),
        (b'{"a": 1, "\\u0061": 2}', ("$.a",)),
        (b'{"": 1, "": 2}', ("$[a text of 0 characters]",)),
        (b'{"a": 1, "A": 2}', ()),
    ],
)
def test_repeated_members_are_found_at_every_depth(raw: bytes, repeated: tuple[str, ...]) -> None:
    assert load_strictly(raw)[1] == repeated


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "line 1, column 1"),
        (b"{", "line 1, column 2"),
        (b'{\n  "a": 1,\n}', "line 3, column 1"),
        (b"{'a': 1}", "line 1, column 2"),
        (b'{"a": 1} x', "line 1, column 10"),
        (b'{"a": 01}', "line 1"),
        (b'{"a": "\n"}', "line 1, column 8"),
        (b"// comment\n{}", "line 1, column 1"),
        (b'{"a": NaN}', "NaN"),
        (b'{"a": -Infinity}', "Infinity"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
        (b'{"a": "\xe9"}', "line 1: byte 8 is not UTF-8"),
        ('{"a": 1}'.encode("utf-16"), "UTF-16"),
        ('{"a": 1}'.encode("utf-16-le"), "UTF-16"),
        (b"\xef\xbb\xbf\xef\xbb\xbf{}", "line 1, column 1"),
    ],
)
def test_what_is_not_json(raw: bytes, reason: str) -> None:
    with pytest.raises(NotJsonError) as caught:
        load_strictly(raw)
    assert reason in str(caught.value)


def test_a_byte_order_mark_is_passed_over() -> None:
    assert load_strictly(b'\xef\xbb\xbf{"a": 1}') == ({"a": 1}, ())


def test_a_number_of_any_length_is_read_at_once() -> None:
    assert load_strictly(b"9" * 500_000)[0] == float("inf")


@pytest.mark.parametrize(
    ("steps", "shown"),
    [
        ((), "$"),
        (("routes", 3, 1), "$.routes[3][1]"),
        (("agents", "my-agent", "messages_per_day"), "$.agents.my-agent.messages_per_day"),
        (("a b",), "$[a text of 3 characters]"),
        (("Hub2",), "$[`Hub2`]"),
        (("\x1b[2J",), "$[a text of 4 characters]"),
    ],
)
def test_paths(steps: tuple[str | int, ...], shown: str) -> None:
    assert path(*steps) == shown


@given(st.binary(max_size=60) | st.text(alphabet='{}[]":,0919eE+-.\\untrlfas ', max_size=60).map(str.encode))
def test_any_bytes_are_json_or_told(raw: bytes) -> None:
    try:
        value, _ = load_strictly(raw)
    except NotJsonError as error:
        assert str(error)  # noqa: PT017 - most bytes end here, and some do not
    else:
        json.dumps(value)
