"""JSON from outside, without what parsers let pass silently: repeated members, NaN, endless depth, other encodings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Final, NoReturn

from mailbox_gui.core.message.encoding import wide_encoding
from mailbox_gui.core.message.escape import quoted
from mailbox_gui.core.message.names import is_name

# JSON readers may ignore it, and editors like to write it.
_UTF8_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
# Digits of the largest number worth reading; int() itself is quadratic.
_MOST_DIGITS: Final = 20


class NotJsonError(ValueError):
    """The bytes are not one JSON text; the message says where and why, and repeats nothing of the text."""


class _Members(dict[str, object]):
    """An object's members, with the names that stood in it more than once."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        times = Counter(name for name, _ in pairs) if len(self) != len(pairs) else {}
        self.repeated = tuple(name for name, count in times.items() if count > 1)


def load_strictly(raw: bytes) -> tuple[object, tuple[str, ...]]:
    """The value of a JSON text and the paths of its repeated members (`$.agents.hub`). Raises NotJsonError."""
    try:
        if wide := wide_encoding(raw):
            raise NotJsonError(f"the file is written in {wide}; save it as UTF-8")
        text = raw.removeprefix(_UTF8_BYTE_ORDER_MARK).decode()
        value = json.loads(text, object_pairs_hook=_Members, parse_constant=_no_constant, parse_int=_integer)
        return value, tuple(_repeated(value, "$"))
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise NotJsonError(f"line {line}: byte {error.start + 1:,} is not UTF-8; save the file as UTF-8") from error
    except json.JSONDecodeError as error:
        raise NotJsonError(f"line {error.lineno}, column {error.colno}: not JSON ({_plainly(error.msg)})") from error
    except RecursionError as error:
        raise NotJsonError("lists and objects are nested too deeply") from error


def path(*steps: str | int) -> str:
    """A JSON path: `$.routes[3][1]`. Names that might be anything are shown by their length only."""
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else _member(step) for step in steps)


def _member(name: str) -> str:
    plain = is_name(name) or (name.isascii() and name.replace("_", "").isalpha() and len(name) <= 32)
    return f".{name}" if plain else f"[{quoted(name)}]"


def _repeated(value: object, at: str) -> Iterator[str]:
    if isinstance(value, _Members):
        yield from (at + _member(name) for name in value.repeated)
        for name, member in value.items():
            yield from _repeated(member, at + _member(name))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from _repeated(member, f"{at}[{index}]")


def _no_constant(name: str) -> NoReturn:
    raise NotJsonError(f"{name} is not a number of JSON")


def _integer(digits: str) -> int | float:
    # A number that long is out of every range; its size is all that matters.
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)


def _plainly(message: str) -> str:
    return message[0].lower() + message[1:]
