"""Changing a JSON text that a person wrote: only what says something else is written anew, all the rest stays."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

_BLANK: Final = re.compile(r"[ \t\r\n]*")
_DECODER: Final = json.JSONDecoder()
_BYTE_ORDER_MARK: Final = "\ufeff"


@dataclass(slots=True)
class _Node:
    """A value where it stands. `items` are the members or elements: what leads to each, its name, itself."""

    start: int
    value: object
    end: int = 0
    items: list[_Item] = field(default_factory=list)
    tail: str = ""


@dataclass(slots=True)
class _Item:
    """`lead` is the white space before it, `head` a member's name up to its value."""

    lead: str
    head: str
    name: str
    node: _Node


def rewrite(text: str, value: object) -> str:
    """The text that says `value` and is otherwise what it was: order, spelling of numbers, indentation.

    Members and elements that are new come last, laid out like their neighbours. The text must be JSON; raises
    ValueError where it is not.
    """
    start = _blank(text, len(_BYTE_ORDER_MARK) if text.startswith(_BYTE_ORDER_MARK) else 0)
    node = _read(text, start)
    return text[:start] + _render(text, node, value) + text[node.end :]


def _render(text: str, node: _Node, value: object) -> str:
    if _same(node.value, value):
        return text[node.start : node.end]
    match node.value, value:
        case dict(), dict():
            kept = [
                (item.lead, item.head + _render(text, item.node, value[item.name]))
                for item in node.items
                if item.name in value
            ]
            new = [f"{_json(name)}: {_json(each)}" for name, each in value.items() if name not in node.value]
            return _joined(node, kept, new, "{}")
        case list(), list():
            left = [_json(each) for each in value]
            kept = []
            for item in node.items:
                spelled = _json(item.node.value)
                if spelled in left:
                    left.remove(spelled)
                    kept.append((item.lead, text[item.node.start : item.node.end]))
            return _joined(node, kept, left, "[]")
        case _:
            return _json(value)


def _joined(node: _Node, kept: list[tuple[str, str]], new: list[str], marks: str) -> str:
    if not kept and not new:
        return marks
    first = node.items[0].lead if node.items else ""
    between = node.items[-1].lead if len(node.items) > 1 else first if "\n" in first else " "
    parts = [*kept, *((between, each) for each in new)]
    lines = [(first if place == 0 else lead) + each for place, (lead, each) in enumerate(parts)]
    return f"{marks[0]}{','.join(lines)}{node.tail}{marks[1]}"


def _same(one: object, other: object) -> bool:
    """Equal, and of one type all the way down: `true` is not 1."""
    match one, other:
        case dict(), dict():
            return list(one) == list(other) and all(_same(one[name], other[name]) for name in one)
        case list(), list():
            return len(one) == len(other) and all(map(_same, one, other))
        case (bool(), _) | (_, bool()):
            return one is other
        case _:
            return one == other


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    assert found is not None
    return found.end()


def _read(text: str, at: int) -> _Node:
    if text[at : at + 1] == "{":
        return _read_items(text, at, "}", named=True)
    if text[at : at + 1] == "[":
        return _read_items(text, at, "]", named=False)
    value, end = _DECODER.raw_decode(text, at)
    return _Node(at, value, end)


def _read_items(text: str, at: int, closing: str, *, named: bool) -> _Node:
    node = _Node(at, {} if named else [])
    place = at + 1
    while True:
        start = _blank(text, place)
        if text[start : start + 1] == closing and (not node.items or text[place - 1] != ","):
            # After the last item, or in one that has none; a comma before it is no JSON.
            node.tail = text[place:start]
            node.end = start + 1
            return node
        name, begin = "", start
        if named:
            if text[start : start + 1] != '"':
                raise ValueError(f"no name at character {start + 1:,}")
            name, colon = _DECODER.raw_decode(text, start)
            colon = _blank(text, colon)
            if text[colon : colon + 1] != ":":
                raise ValueError(f"no colon at character {colon + 1:,}")
            begin = _blank(text, colon + 1)
        child = _read(text, begin)
        node.items.append(_Item(text[place:start], text[start:begin], name, child))
        if isinstance(node.value, dict):
            node.value[name] = child.value
        elif isinstance(node.value, list):
            node.value.append(child.value)
        after = _blank(text, child.end)
        if text[after : after + 1] == ",":
            place = after + 1
        elif text[after : after + 1] == closing:
            place = child.end
        else:
            raise ValueError(f"neither a comma nor {closing} at character {after + 1:,}")


def plain(value: object) -> object:
    """A copy of a JSON value that may be changed."""
    match value:
        case Mapping():
            return {str(name): plain(each) for name, each in value.items()}
        case list() | tuple():
            return [plain(each) for each in value]
        case _:
            return value
