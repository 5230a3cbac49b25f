"""The header's own line grammar: what agents and people really write works, nothing is guessed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HeaderField:
    """One `key: value` line. `line` counts from 1 in the file; `value` is unquoted and trimmed."""

    key: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of a header in the order of the file, the first of a repeated key winning in `get`."""

    fields: tuple[HeaderField, ...] = ()

    def get(self, key: str) -> str | None:
        """The value of `key`, or None when the header has no such field."""
        for field in self.fields:
            if field.key == key:
                return field.value
        return None

    def line_of(self, key: str) -> int | None:
        """The line of the file where `key` stands, counted from 1."""
        for field in self.fields:
            if field.key == key:
                return field.line
        return None

    def as_dict(self) -> dict[str, str]:
        """Keys and values in the order of the file; of a repeated key the first."""
        values: dict[str, str] = {}
        for field in self.fields:
            values.setdefault(field.key, field.value)
        return values
