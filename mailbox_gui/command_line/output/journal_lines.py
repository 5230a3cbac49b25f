"""Lines of the journal in a list: what happened, in the words of a person, for every type of line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import click

from mailbox_gui.command_line.output.colour import faint, style_of
from mailbox_gui.command_line.output.moments import short
from mailbox_gui.command_line.output.signing import signed_by
from mailbox_gui.command_line.output.table import Cell, draw_table, is_wide
from mailbox_gui.core.journal import records
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.records import Unknown
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.read_models.delegations import DelegationRow

_WORDS_AT = 4
_MESSAGES = (records.Accepted, records.Held, records.Decided)
_TYPES: Final = {record_type: word for word, record_type in records.RECORD_TYPES.items()}


def draw_journal(entries: Sequence[Entry], delegations: Mapping[str, DelegationRow]) -> None:
    """A line for each entry: height, when, what it is, who signed it, and of whom and what it tells.

    `delegations` are those to the session keys of the entries.
    """
    table: list[list[str | Cell]] = []
    for entry in entries:
        what, words = entry_words(entry)
        signed = _signed(entry, delegations, wide=is_wide())
        table.append([str(entry.height), short(entry.at), Cell(what, style_of(what)), signed, words])
    draw_table(["HEIGHT", "WHEN", "WHAT", "SIGNED", ""], table, flexible=_WORDS_AT)


def draw_followed(entry: Entry, delegations: Mapping[str, DelegationRow]) -> None:
    """One entry as it comes; columns of a fixed width, since what follows is not known."""
    what, words = entry_words(entry)
    wide = is_wide()
    signed = _signed(entry, delegations, wide=wide)
    head = faint(f"{entry.height:>6}  {short(entry.at)}  ") + click.style(f"{what:<10}", fg=style_of(what) or None)
    # In front of what others wrote, so that no topic can pass for it.
    click.echo(
        f"{head}  {click.style(f'{signed.text:<{29 if wide else 12}}', fg=signed.colour or None)}  {visible(words)}"
    )


def sessions_of(entries: Iterable[Entry]) -> set[str]:
    """The session keys that signed messages of these entries."""
    signers = (entry.record.signer for entry in entries if isinstance(entry.record, _MESSAGES))
    return {signer.session for signer in signers if signer is not None and signer.session}


def _signed(entry: Entry, delegations: Mapping[str, DelegationRow], *, wide: bool) -> Cell:
    """Who signed a message that was taken; nothing for other lines."""
    if not isinstance(entry.record, _MESSAGES):
        return Cell("")
    return signed_by(entry.record.signer, delegations, wide=wide)


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


def _work(record: Any) -> str:
    """What the workspace scan saw of commits."""
    counted = f"{record.commits} without a report, newest: {record.newest}" if record.commits else record.head or ""
    return f"{record.agent}: {record.found} {counted}".rstrip()


def _of_channels(document: object, *names: str) -> str:
    """An act about channels with the arguments that say most."""
    arguments = document.get("args") if isinstance(document, Mapping) else None
    named = arguments if isinstance(arguments, Mapping) else {}
    act = document.get("act") if isinstance(document, Mapping) else ""
    return "  ".join([f"owner: {act}", *(f"{name} {named[name]}" for name in names if name in named)])


def _request(record: Any) -> str:
    """What an agent asked the broker for and what came of it; what it wrote is for `mailbox channel read`."""
    error = record.verdict.get("error")
    if isinstance(error, Mapping):
        return f"{record.agent}: {record.verdict.get('status')}  ({error.get('code')}: {error.get('message')})"
    return f"{record.agent}: {record.verdict.get('action')}  {record.verdict.get('status')}"


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
    records.Posted: lambda it: f"{it.from_} posted #{it.seq} on {it.topic}",
    records.Workaround: lambda it: f"{it.agent}: {it.found} {it.slug}  {it.path}:{it.line}  {it.text}",
    records.Work: _work,
    records.Channel: lambda it: _of_channels(it.document, "id", "name"),
    records.Credential: lambda it: _of_channels(it.document, "agent", "fingerprint", "expires"),
    records.CredentialRevoked: lambda it: _of_channels(it.document, "fingerprint"),
    records.Request: _request,
    records.Started: lambda it: f"{it.program}, process {it.pid}",
    records.Stopped: lambda it: it.reason,
    records.Recovered: _recovered,
    records.Checkpoint: lambda it: f"the relay signed the chain up to height {it.document.get('height')}",
}
