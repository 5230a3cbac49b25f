"""Every record type says itself how it is written and read; one that cannot is found when the program starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

import pytest

from mailbox_gui.core.journal.records import RECORD_TYPES
from mailbox_gui.core.journal.records.members import Also, as_json, shape_of
from mailbox_gui.core.message.verdict import Signer


@dataclass(frozen=True, slots=True)
class Sample:
    """A record of every kind of member."""

    name: str
    size: int
    header: Mapping[str, str]
    note: str | None
    document: Mapping[str, object] | None = None
    signer: Signer | None = None
    also: tuple[Also, ...] = ()
    notes: tuple[str, ...] = ()


SHAPE = shape_of(Sample)
FULL = Sample("n", 1, {"a": "b"}, "", {"c": [1]}, Signer("k"), (Also("route", "why"),), ("x",))


def test_members_are_in_order_and_absent_ones_are_left_out() -> None:
    assert list(SHAPE.write(FULL)) == ["name", "size", "header", "note", "document", "signer", "also", "notes"]
    assert SHAPE.write(Sample("", 0, {}, None)) == {"name": "", "size": 0, "header": {}}


def test_what_is_left_out_is_read_as_absent() -> None:
    assert Sample(**SHAPE.read({"name": "", "size": 0, "header": {}})) == Sample("", 0, {}, None)


BAD: list[tuple[dict[str, object], str]] = [
    ({"size": 0, "header": {}}, "'name' is missing"),
    ({"name": "", "size": 0, "header": {}, "other": 1}, "'other' is unknown"),
    ({"name": None, "size": 0, "header": {}}, "'name' is not text"),
    ({"name": "", "size": True, "header": {}}, "'size' is not a whole number"),
    ({"name": "", "size": 1.0, "header": {}}, "'size' is not a whole number"),
    ({"name": "", "size": 0, "header": []}, "'header' is not an object"),
    ({"name": "", "size": 0, "header": {"a": 1}}, "'header' is not text"),
    ({"name": "", "size": 0, "header": {}, "signer": {"author": "k"}}, "'signer' does not have the members"),
    ({"name": "", "size": 0, "header": {}, "also": []}, "'also' is not a list of at least one"),
    ({"name": "", "size": 0, "header": {}, "also": [{"check": "route"}]}, "'also' does not have the members"),
    ({"name": "", "size": 0, "header": {}, "notes": [1]}, "'notes' is not text"),
    ({"name": "", "size": 0, "header": {}, "notes": "x"}, "'notes' is not a list"),
]


@pytest.mark.parametrize(("members", "reason"), BAD)
def test_a_wrong_member_is_named(members: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        SHAPE.read(members)


def test_a_record_with_a_member_that_json_has_no_form_for_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Wrong:
        size: float

    with pytest.raises(TypeError, match="no member of a record"):
        shape_of(Wrong)


def test_nested_values_and_read_only_mappings_are_written() -> None:
    assert as_json(Signer("k", "s")) == {"author": "k", "session": "s"}
    assert as_json(MappingProxyType({"a": "b"})) == {"a": "b"}
    with pytest.raises(TypeError):
        as_json(Signer)


@pytest.mark.parametrize("word", list(RECORD_TYPES))
def test_every_record_type_has_a_shape_and_takes_no_name_of_the_line(word: str) -> None:
    record_type = RECORD_TYPES[word]
    assert record_type.__name__.lower() == word.replace("_", "")
    shape = shape_of(record_type)
    assert shape.names == tuple(field.name for field in fields(record_type))
    assert not {"height", "at", "type", "prev"} & set(shape.names)
