"""From a record's fields to JSON members and back, strictly: the annotations of a record are its grammar."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any

Reader = Callable[[object], Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Shape:
    """The members of one record type in their order, how each is read, and what stands for one that is absent.

    A field that ends in `_` is the member without it: some of their names are Python's own words.
    """

    names: tuple[str, ...]
    readers: Mapping[str, tuple[str, Reader]]
    absent: Mapping[str, object]

    def write(self, record: object) -> dict[str, object]:
        """The record's members in order; None and empty lists are left out."""
        members: dict[str, object] = {}
        for name in self.names:
            value = getattr(record, name)
            if value is not None and value != ():
                members[name.rstrip("_")] = value
        return members

    def read(self, members: Mapping[str, object]) -> dict[str, Any]:
        """The record's fields. Raises ValueError for a member that is missing, unknown or of the wrong type."""
        fields: dict[str, Any] = dict(self.absent)
        for name, value in members.items():
            field, reader = self.readers.get(name, (name, None))
            if reader is None:
                raise ValueError(f"the member {name!r} is unknown here")
            try:
                fields[field] = reader(value)
            except ValueError as error:
                raise ValueError(f"the member {name!r} {error}") from None
        if len(fields) < len(self.names):
            missing = next(name for name in self.names if name not in fields)
            raise ValueError(f"the member {missing!r} is missing")
        return fields


def shape_of(record_type: type) -> Shape:
    """The shape of a record type, read off its annotations once, when the program starts."""
    hints = typing.get_type_hints(record_type)
    names = tuple(field.name for field in dataclasses.fields(record_type))
    readers: dict[str, tuple[str, Reader]] = {}
    absent: dict[str, object] = {}
    for name in names:
        hint, optional = _without_none(hints[name])
        reader = _READERS.get(hint) or _value_reader(hint)
        readers[name.rstrip("_")] = (name, reader)
        if optional:
            absent[name] = None
        elif reader in _LIST_READERS:
            absent[name] = ()
    return Shape(names, readers, absent)


def as_json(value: object) -> object:
    """What the JSON encoder does not know by itself: nested values and read-only mappings."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a record holds no {type(value).__name__}")


@dataclasses.dataclass(frozen=True, slots=True)
class Also:
    """A further check that a refused draft failed."""

    check: str
    reason: str


def _without_none(hint: object) -> tuple[object, bool]:
    choices = typing.get_args(hint)
    if types.NoneType in choices:
        (only,) = (choice for choice in choices if choice is not types.NoneType)
        return only, True
    return hint, False


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("is not text")  # noqa: TRY004 - every fault of a line is a ValueError here
    return value


def _number(value: object) -> int:
    if type(value) is not int:
        raise ValueError("is not a whole number")
    return value


def _object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError("is not an object")  # noqa: TRY004 - as above
    return value


def _texts_by_name(value: object) -> dict[str, str]:
    members = _object(value)
    for member in members.values():
        _text(member)
    return typing.cast("dict[str, str]", members)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(_text(item) for item in _list(value))


def _also(value: object) -> tuple[Also, ...]:
    read = _value_reader(Also)
    return tuple(read(item) for item in _list(value))


def _list(value: object) -> list[object]:
    if not isinstance(value, list) or not value:
        raise ValueError("is not a list of at least one")
    return value


def _value_reader(hint: object) -> Reader:
    """The reader of a nested value whose fields are all text, such as a signer."""
    if not isinstance(hint, type) or not dataclasses.is_dataclass(hint):
        raise TypeError(f"no member of a record can be a {hint}")
    names = {field.name for field in dataclasses.fields(hint)}

    def read(value: object) -> object:
        members = _texts_by_name(value)
        if members.keys() != names:
            raise ValueError(f"does not have the members {', '.join(sorted(names))}")
        return hint(**members)

    return read


_READERS: dict[object, Reader] = {
    str: _text,
    int: _number,
    Mapping[str, str]: _texts_by_name,
    Mapping[str, object]: _object,
    tuple[str, ...]: _texts,
    tuple[Also, ...]: _also,
}
_LIST_READERS = frozenset({_texts, _also})
