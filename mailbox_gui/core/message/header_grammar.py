"""The header's line grammar: `key: value` to the letter between two `---`, every other line refused with its number.

The grammar is that of docs/protocol.md. YAML loaders are unfit for it: they guess types, keep the last of two keys and
trip over `topic: Re: build`.
"""

from __future__ import annotations

import re
from typing import Final

from mailbox_gui.core.message.escape import quoted
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.header import Header, HeaderField
from mailbox_gui.core.message.kinds import KNOWN_FIELDS
from mailbox_gui.core.message.nearest import nearest

BYTE_ORDER_MARK: Final = "\ufeff"
# A reason that names more lines than this helps nobody.
MOST_FAULTS: Final = 20

_OPENING = re.compile(r"\ufeff?---[ \t]*(?:\r?\n|\Z)")
_CLOSING = re.compile(r"---[ \t]*(?:\r?\n|\Z)")
_OWN_KEY = re.compile(r"x-[a-z0-9-]+")
_BLOCK_MARK = re.compile(r"[|>](?:[+-][1-9]?|[1-9][+-]?)?")
_DOUBLE_QUOTED = re.compile(r'"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"')
_ESCAPE = re.compile(r'\\(["\\])')
# Controls (C0, DEL, C1), line and paragraph separators, bidi controls; the bidi marks are allowed.
_FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_UNTOLD: Final = Fault("header", "")
_FIRST_OF_SPECIAL: Final = frozenset("\"'|>")


def parse_header(text: str) -> tuple[Header, tuple[Fault, ...], int | None]:
    """The fields of the header at the start of `text`, its faults of grammar, and where in `text` the body begins.

    The offset is None when the header does not close (or does not begin); then the fields are those that could be
    read. Faults name their line, counted from 1. A field whose value is at fault is kept, so is a repeated one.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return Header(), (_no_front_matter(text),), None
    start = opening.end()
    closing = _find_closing(text, start)
    if closing is None:
        return _parse_unclosed(text[start:])
    header, faults = _parse_lines(_lines(text[start : closing.start()]))
    return header, faults, closing.end()


def is_key(key: str) -> bool:
    """Whether a header may have a field `key`: one of the protocol's, or `x-…` of the sender's own."""
    return key in KNOWN_FIELDS or _OWN_KEY.fullmatch(key) is not None


def is_forbidden(value: str) -> bool:
    """Whether `value` holds a character that no header value may hold."""
    return _FORBIDDEN.search(value) is not None or "\n" in value


def value_of(written: str) -> str:
    """What the text behind the colon means: trimmed and, when it is wholly in quotes, unquoted."""
    value = written.strip(" \t")
    return _unquoted(value) if value[:1] in {'"', "'"} else value


def is_block_mark(written: str) -> bool:
    """Whether a value is only YAML's mark for a text that follows (`|`, `>-` and kin)."""
    return _BLOCK_MARK.fullmatch(written) is not None


def _find_closing(text: str, start: int) -> re.Match[str] | None:
    at = start
    while True:
        closing = _CLOSING.match(text, at)
        if closing is not None:
            return closing
        at = text.find("\n---", at) + 1
        if at == 0:
            return None


def _lines(block: str) -> list[str]:
    if "\r" in block:
        block = block.replace("\r\n", "\n")
    lines = block.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _parse_lines(lines: list[str]) -> tuple[Header, tuple[Fault, ...]]:
    fields: list[HeaderField] = []
    faults: list[Fault] = []
    seen: dict[str, int] = {}
    suspicious = _FORBIDDEN.search("\n".join(lines)) is not None
    for number, line in enumerate(lines, 2):
        key, colon, written = line.partition(":")
        if not colon or key in seen or not (key in KNOWN_FIELDS or _OWN_KEY.fullmatch(key)):
            # Lines without number cost no more than those that are told.
            faults.append(_bad_line(number, line, seen) if len(faults) < MOST_FAULTS else _UNTOLD)
            if not _keeps_a_field(line):
                continue
        seen.setdefault(key, number)
        value = written.strip(" \t")
        if suspicious and (found := _FORBIDDEN.search(value)):
            faults.append(_forbidden_character(number, key, found.group()))
        if value and value[0] in _FIRST_OF_SPECIAL:
            if _BLOCK_MARK.fullmatch(value):
                faults.append(_block_mark(number, key))
            value = _unquoted(value)
        fields.append(HeaderField(key, value, number))
    return Header(tuple(fields)), _shortened(faults)


def _parse_unclosed(block: str) -> tuple[Header, tuple[Fault, ...], None]:
    """What of a header without end still reads as fields: up to the first line that cannot be one."""
    lines = _lines(block)
    count = 0
    for line in lines:
        key, colon, _ = line.partition(":")
        if not colon or not is_key(key):
            break
        count += 1
    header, faults = _parse_lines(lines[:count])
    missing = Fault(
        "header",
        f"the header is not closed: no line `---` follows line {count + 1}",
        "put a line `---` behind the last field; the body begins below it",
    )
    return header, (missing, *faults), None


def _keeps_a_field(line: str) -> bool:
    """Whether a refused line still reads as a field: an unknown or a repeated key, not a blank or a comment."""
    return ":" in line and line[0] not in " \t#:"


def _unquoted(value: str) -> str:
    if len(value) < 2:
        return value
    if value[0] == value[-1] == "'":
        between = value[1:-1]
        return value if "'" in between else between
    if value[0] == '"' and (match := _DOUBLE_QUOTED.fullmatch(value)):
        return _ESCAPE.sub(r"\1", match.group(1))
    return value


def _shortened(faults: list[Fault]) -> tuple[Fault, ...]:
    if len(faults) <= MOST_FAULTS:
        return tuple(faults)
    more = len(faults) - MOST_FAULTS
    return (*faults[:MOST_FAULTS], Fault("header", f"and {more:,} more faults in the header"))


def _bad_line(number: int, line: str, seen: dict[str, int]) -> Fault:
    """The fault of a line that is not a new, known `key: value`."""
    where = f"line {number}: "
    if not line.strip(" \t"):
        return Fault(
            "header",
            f"{where}a blank line inside the header",
            "remove it, or close the header above it with a line `---`",
        )
    if line[0] in " \t":
        return Fault(
            "header",
            f"{where}it begins with a {'tab' if line[0] == chr(9) else 'blank'}",
            "write every field on one line of its own that begins with its key; values do not run on",
        )
    if line[0] == "#":
        return Fault("header", f"{where}a comment", "a header has no comments: remove the line or move it to the body")
    key, colon, _ = line.partition(":")
    if not colon:
        return Fault(
            "header",
            f"{where}no colon",
            "write `key: value`; where the body begins, a line `---` must close the header first",
        )
    if key in seen:
        return Fault("header", f"{where}`{key}` again, it stands in line {seen[key]} already", "keep one of the two")
    return _unknown_key(where, key)


def _unknown_key(where: str, key: str) -> Fault:
    if not key:
        return Fault("header", f"{where}no key before the colon", "write `key: value`")
    trimmed = key.strip(" \t")
    if trimmed != key and is_key(trimmed):
        return Fault("header", f"{where}a blank before the colon", f"write `{trimmed}: value`")
    close = nearest(key, sorted(KNOWN_FIELDS))
    if key.casefold() in KNOWN_FIELDS or (key != key.lower() and is_key(key.lower())):
        hint = f"keys are written in small letters: `{key.lower()}`"
    elif close:
        hint = f"did you mean {' or '.join(f'`{name}`' for name in close)}?"
    else:
        hint = "fields of your own begin with `x-` (small letters, digits, dashes); other text belongs in the body"
    return Fault("header", f"{where}unknown field ({quoted(key)})", hint)


def _forbidden_character(number: int, key: str, character: str) -> Fault:
    code = ord(character)
    if code == 0:
        what = "a NUL character"
    elif code == 0x09:
        what = "a tab"
    elif code == 0x0D:
        what = "a carriage return that ends no line"
    elif code in (0x2028, 0x2029):
        what = "a line or paragraph separator"
    elif code >= 0x202A:
        what = "a character that changes the direction of text"
    else:
        what = "a control character"
    shown = f"`{key}`" if is_key(key) else "the value"
    return Fault("header", f"line {number}: {shown} holds {what} (U+{code:04X})", "remove it or write a blank instead")


def _block_mark(number: int, key: str) -> Fault:
    shown = f"`{key}`" if is_key(key) else "the value"
    return Fault(
        "header",
        f"line {number}: {shown} is only a block mark",
        "write the value on the same line; a longer text belongs in the body",
    )


def _no_front_matter(text: str) -> Fault:
    """The fault of a text that does not begin with `---`, with what probably went wrong."""
    if not text or text.isspace() or text == BYTE_ORDER_MARK:
        return Fault("header", "the file is empty", "write a header between two lines `---`, then the body")
    first = text.partition("\n")[0]
    if first.startswith("```"):
        hint = "leave the code fence out: the first line of the file is `---`"
    elif first.startswith("---\r"):
        hint = "end the lines with LF or CRLF, not with CR alone"
    elif first.startswith("---"):
        hint = "line 1 is three dashes and nothing else"
    elif text.lstrip().startswith("---"):
        hint = "nothing may stand before the `---` of line 1, no blank and no empty line"
    else:
        hint = "begin the file with a line `---`, one `key: value` per line, and a line `---` before the body"
    return Fault("header", "line 1: no front matter", hint)
