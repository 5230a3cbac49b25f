"""Lines of the journal in a list: what happened, in the words of a person, for every type of line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import click

from mailbox_gui.command_line.output.colour import faint, style_of
from mailbox_gui.command_line.output.moments import short
from mailbox_gui.command_line.output.table import Cell, draw_table
from mailbox_gui.core.journal import records
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Unknown
from mailbox_gui.core.message.escape import visible

_WHAT = 3
_TYPES: Final = {record_type: word for word, record_type in records.RECORD_TYPES.items()}


def draw_journal(entries: Sequence[Entry]) -> None:
    """A line for each entry: height, when, what it is, and of whom and what it tells."""
    table: list[list[str | Cell]] = []
    for entry in entries:
        what, words = entry_words(entry)
        table.append([str(entry.height), short(entry.at), Cell(what, style_of(what)), words])
    draw_table(["HEIGHT", "WHEN", "WHAT", ""], table, flexible=_WHAT)


def draw_followed(entry: Entry) -> None:
    """One entry as it comes; columns of a fixed width, since what follows is not known."""
    what, words = entry_words(entry)
    head = f"{entry.height:>6}  {short(entry.at)}  "
    click.echo(faint(head) + click.style(f"{what:<10}", fg=style_of(what) or None) + "  " + visible(words))


def entry_words(entry: Entry) -> tuple[str, str]:
    """What kind of line it is, and what it says; foreign text is not escaped yet."""
    record = entry.record
    if isinstance(record, Unknown):
        return record.type, "a line of a newer program"
    return _TYPES[type(record)], _WORDS[type(record)](record)


def _message(sender: str, recipient: str | None, kind: str | None, topic: str | None, name: str) -> str:
    said = ": ".join(part for part in (kind, topic) if part)
    return "  ".join(part for part in (f"{sender} → {recipient or 'nobody'}", said, name) if part)


def _act(document: object) -> str:
    """An act of the owner with its arguments."""
    if not isinstance(document, dict):
        return ""
    arguments = document.get("args")
    named = arguments.items() if isinstance(arguments, dict) else ()
    return "  ".join([f"owner: {document.get('act')}", *(f"{name} {value}" for name, value in named)])


def _delegated(document: object) -> str:
    """The delegation in the act, without its signatures."""
    try:
        delegation: Any = document["args"]["document"]  # type: ignore[index]
        until, session = delegation["expires"], delegation["session"]
        return f"owner: delegate to {delegation['agent']}  session {session}  until {until}"
    except (KeyError, TypeError):
        return "owner: delegate"


def _taken(record: Any) -> str:
    header = record.header
    return _message(record.folder, header.get("to"), header.get("kind"), header.get("topic"), record.id)


def _rejected(record: Any) -> str:
    header = record.header or {}
    name = record.id or record.file
    words = _message(record.folder, header.get("to"), header.get("kind"), header.get("topic"), name)
    return f"{words} ({record.check}: {record.reason})"


def _recovered(record: Any) -> str:
    counts = f"{record.finished} finished, {record.rejudged} judged again, {record.torn_bytes} bytes torn off"
    return "; ".join([counts, *record.notes])


# One for each record type; the test holds the journal's list against it.
_WORDS: Final[dict[type, Callable[[Any], str]]] = {
    records.Accepted: _taken,
    records.Held: _taken,
    records.Rejected: _rejected,
    records.Decided: lambda it: f"owner: {it.verdict} {it.ref}" + (f" ({it.note})" if it.note else ""),
    records.Rules: lambda it: f"rules.json took effect, serial {it.document.get('serial')}",
    records.RulesRefused: lambda it: it.reason,
    records.Agent: lambda it: _act(it.document),
    records.Delegated: lambda it: _delegated(it.document),
    records.Revoked: lambda it: _act(it.document),
    records.Resumed: lambda it: _act(it.document),
    records.Paused: lambda it: f"{it.agent}: {it.reason}",
    records.Started: lambda it: f"{it.program}, process {it.pid}",
    records.Stopped: lambda it: it.reason,
    records.Recovered: _recovered,
    records.Checkpoint: lambda it: f"the relay signed the chain up to height {it.document.get('height')}",
}
