"""A request as JSON: nothing that parsers let pass silently gets through, at any depth."""

from __future__ import annotations

import pytest

from mailbox_gui.broker.strict_json import NotAnObjectError, fault_in, parse

REPEATED, NULL, SURROGATE = "a member stands in an object twice", "null stands for nothing", "a text is not Unicode"


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        ('{"a": 1}', None),
        ('{"a": {"b": [1, {"c": "\\ud83e\\udd94"}]}}', None),
        ('{"a": {"b": 1, "b": 1}}', REPEATED),
        ('{"a": [[{"b": 1, "c": 2, "b": 3}]]}', REPEATED),
        ('{"a": null}', NULL),
        ('{"a": [null]}', NULL),
        ('{"a": [[{"b": {"c": null}}]]}', NULL),
        ('{"a": "\\ud83e"}', SURROGATE),
        ('{"a": {"\\udd94": 1}}', SURROGATE),
        ('{"a":' + "[" * 400 + "null" + "]" * 400 + "}", NULL),
    ],
)
def test_faults_are_found_at_every_depth(raw: str, fault: str | None) -> None:
    found = fault_in([parse(raw.encode()).members])
    assert found is None if fault is None else str(found).startswith(fault)


def test_repeated_members_of_the_envelope_are_named() -> None:
    parsed = parse(b'{"a": 1, "b": 2, "\\u0061": 3}')
    assert parsed.repeated == {"a"}


@pytest.mark.parametrize(
    "raw",
    [
        b"", b" ", b"null", b"[]", b'"a"', b"1", b"{", b'{"a": 1,}', b'{"a": NaN}', b'{"a": Infinity}',
        b'{"a": -Infinity}', b'{"a": 1} x', b'{"a": 1}{"a": 1}', b"{'a': 1}", b'\xef\xbb\xbf{"a": 1}',
        b'{"a": "\xff"}', b'{"a": "\xed\xa0\xbd"}',
        '{"a": 1}'.encode("utf-16"), b'{"a": "\x00"}', b'{"a":' + b"[" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_object_of_json(raw: bytes) -> None:
    with pytest.raises(NotAnObjectError):
        parse(raw)


def test_a_number_of_a_million_digits_costs_nothing() -> None:
    assert parse(b'{"a": ' + b"9" * 400_000 + b"}").members["a"] == float("inf")
