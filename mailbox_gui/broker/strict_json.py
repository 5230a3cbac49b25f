"""A request's bytes as JSON, with nothing let pass silently: repeated members, null, lone surrogates, other numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

# More digits than any number of the protocol has; int() itself is quadratic.
_MOST_DIGITS: Final = 20
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class NotAnObjectError(ValueError):
    """The bytes are no JSON object, so that nobody can be answered."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The top-level object's members; `repeated` are the names of those that stand in it twice."""

    members: dict[str, object]
    repeated: frozenset[str]


class _Members(dict[str, object]):
    """An object's members, and the names of those that stand in it more than once."""

    repeated: frozenset[str] = frozenset()

    @classmethod
    def of(cls, pairs: list[tuple[str, object]]) -> _Members:
        members = cls(pairs)
        if len(members) != len(pairs):
            names = [name for name, _ in pairs]
            members.repeated = frozenset(name for name in names if names.count(name) > 1)
        return members


def parse(raw: bytes) -> Parsed:
    """The request's object. Raises NotAnObjectError for what is none."""
    try:
        value = json.loads(
            raw.decode("utf-8"), object_pairs_hook=_Members.of, parse_constant=_no_constant, parse_int=_integer
        )
    except (ValueError, RecursionError):
        raise NotAnObjectError("the body is not one JSON object") from None
    if not isinstance(value, _Members):
        raise NotAnObjectError("the body is not one JSON object")
    return Parsed(value, value.repeated)


def fault_in(values: Sequence[object]) -> str | None:
    """What is wrong in these values, at any depth: a repeated member, null, text that is not Unicode.

    The words hold nothing of the values. The walk keeps its own stack, so that depth costs nothing.
    """
    waiting = list(values)
    while waiting:
        match waiting.pop():
            case None:
                return "null stands for nothing here: leave the member out"
            case str() as text if _LONE_SURROGATE.search(text):
                return "a text is not Unicode: it holds half of a surrogate pair"
            case _Members() as members:
                if members.repeated:
                    return "a member stands in an object twice"
                waiting += members
                waiting += members.values()
            case list() as items:
                waiting += items
            case _:
                pass
    return None


def _no_constant(_name: str) -> NoReturn:
    raise ValueError("not a number of JSON")


def _integer(digits: str) -> int | float:
    # A number that long is out of every range; that it is none of ours is all that matters.
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)
