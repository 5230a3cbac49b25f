"""A journal line as bytes and back: JSON, one line, framed so that the chain can be checked without parsing it all."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, NoReturn

from mailbox_gui.core.journal.entry import DamagedLine, Entry, Place
from mailbox_gui.core.journal.records import RECORD_TYPES, Record, Unknown
from mailbox_gui.core.journal.records.members import as_json, shape_of

NO_PREVIOUS: Final = "0" * 64

_SHAPES: Final = {record_type: (word, shape_of(record_type)) for word, record_type in RECORD_TYPES.items()}

# Kept: json.dumps with options builds an encoder at every call. Records hold no cycles.
_ENCODE: Final = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), check_circular=False, allow_nan=False, default=as_json
).encode


def _refuse_constant(_name: str) -> NoReturn:
    raise ValueError("a number that JSON does not have")


_DECODE: Final = json.JSONDecoder(parse_constant=_refuse_constant).decode

_FRONT = re.compile(
    rb'\{"height":([1-9][0-9]{0,17}),"at":"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z)",'
    rb'"type":"([a-z_]{1,40})",'
)
_BACK = re.compile(rb'"prev":"([0-9a-f]{64})"\}\n')
_BACK_LENGTH: Final = len('"prev":""}\n') + 64


@dataclass(frozen=True, slots=True)
class Frame:
    """What every line has, read without parsing the members between: enough for the chain."""

    height: int
    at: str
    type: str
    prev: str


def encode(height: int, at: datetime, record: Record, prev: str) -> bytes:
    r"""The line of a record, newline included; `at` is written in UTC to the millisecond.

    Text is kept to the letter, lone surrogates too (as `\udcXX`); only a high surrogate directly before a low one
    is read back as the one character that the two stand for. Raises ValueError or TypeError for what is no record.
    """
    members: dict[str, object] = {"height": height, "at": moment_text(at)}
    if isinstance(record, Unknown):
        members["type"] = record.type
        members.update(record.members)
    else:
        word, shape = _SHAPES[type(record)]
        members["type"] = word
        members.update(shape.write(record))
    members["prev"] = prev
    return _ENCODE(members).encode("utf-8", "backslashreplace") + b"\n"


def decode(line: bytes, segment: int = 0, offset: int = 0) -> Entry:
    """The entry of a whole line that lies at `offset` of `segment`. Raises DamagedLine."""
    frame = read_frame(line)
    try:
        members = _DECODE(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise DamagedLine("it is not JSON", frame.height) from None
    if [members.pop(name, None) for name in ("height", "at", "type", "prev")] != [
        frame.height,
        frame.at,
        frame.type,
        frame.prev,
    ]:
        raise DamagedLine("a member stands in it twice", frame.height)
    try:
        record = _record(frame.type, members)
        at = parse_moment_text(frame.at)
    except ValueError as error:
        raise DamagedLine(str(error), frame.height) from None
    place = Place(segment, offset, len(line))
    return Entry(frame.height, at, record, frame.prev, line_hash(line), place)


def read_frame(line: bytes) -> Frame:
    """The frame of a whole line. Raises DamagedLine."""
    front = _FRONT.match(line)
    back = _BACK.fullmatch(line, len(line) - _BACK_LENGTH) if len(line) > _BACK_LENGTH else None
    if front is None or back is None or front.end() > back.start():
        raise DamagedLine("it does not have the form of a line" if line.endswith(b"\n") else "it is cut off")
    return Frame(int(front[1]), front[2].decode("ascii"), front[3].decode("ascii"), back[1].decode("ascii"))


def require_own_form(entry: Entry, line: bytes) -> None:
    """Raise DamagedLine when `line` is not what `encode` writes for it: nothing but the last line needs this, since
    every other is vouched for by the hash in the line after it.
    """
    if encode(entry.height, entry.at, entry.record, entry.prev) != line:
        raise DamagedLine("it is not written as this program writes", entry.height)


def line_hash(line: bytes) -> str:
    """The hash that the next line carries as `prev`."""
    return hashlib.sha256(line).hexdigest()


def moment_text(moment: datetime) -> str:
    """A moment as lines carry it: UTC, milliseconds (cut, not rounded), `Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def parse_moment_text(text: str) -> datetime:
    """The moment that `moment_text` wrote. Raises ValueError."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise ValueError("its moment is none") from None


def _record(word: str, members: dict[str, object]) -> Record:
    record_type = RECORD_TYPES.get(word)
    if record_type is None:
        return Unknown(word, members)
    record: Record = record_type(**_SHAPES[record_type][1].read(members))
    return record
