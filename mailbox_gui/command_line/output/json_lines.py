"""Answers for programs: one JSON object a line, lossless, and harmless should a terminal show it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from mailbox_gui.core.journal.entry import Entry

_NOT_ASCII = re.compile(r"[^ -~]")


def print_object(members: Mapping[str, object]) -> None:
    """One object, its members in their order."""
    click.echo(harmless(json.dumps(members, ensure_ascii=False, separators=(",", ":"))))


def print_entry(entry: Entry, beside: Mapping[str, object] | None = None) -> None:
    """A line of the journal as it stands there; what is to be said `beside` comes as further members."""
    from mailbox_gui.core.journal.codec import encode

    text = encode(entry.height, entry.at, entry.record, entry.prev).decode("utf-8", "surrogateescape").rstrip("\n")
    if beside:
        text = f"{text[:-1]},{json.dumps(beside, ensure_ascii=False, separators=(',', ':'))[1:]}"
    click.echo(harmless(text))


def harmless(text: str) -> str:
    """JSON text with every invisible character as its escape: the same document."""
    return _NOT_ASCII.sub(_escape_unprintable, text)


def _escape_unprintable(match: re.Match[str]) -> str:
    character = match.group()
    if character.isprintable():
        return character
    code = ord(character)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
