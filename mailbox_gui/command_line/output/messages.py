"""Messages in a list, and one message whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import click

from mailbox_gui.command_line.output.colour import style_of
from mailbox_gui.command_line.output.moments import full, short
from mailbox_gui.command_line.output.signing import signed_cell
from mailbox_gui.command_line.output.table import Cell, draw_table, is_wide
from mailbox_gui.core.read_models.delegations import DelegationRow
from mailbox_gui.core.read_models.rows import MessageRow

_TOPIC = 4


def draw_messages(
    rows: Sequence[MessageRow], delegations: Mapping[str, DelegationRow], debts: Mapping[int, str] | None = None
) -> None:
    """A line for each message: when, what became of it, who to whom, kind, topic, who signed, id.

    `delegations` are those to the session keys of the rows, `debts` words for those at some heights.
    """
    wide = is_wide()
    table: list[list[str | Cell]] = [
        [
            short(row.at),
            Cell(row.verdict, style_of(row.verdict)),
            f"{row.sender} → {row.recipient or 'nobody'}",
            row.kind or "?",
            row.topic or row.file,
            *([debts.get(row.height, "")] if debts else []),
            signed_cell(row, delegations, wide=wide),
            called(row),
        ]
        for row in rows
    ]
    headings = ["WHEN", "STATE", "FROM → TO", "KIND", "TOPIC", *(["DEBTS"] if debts else []), "SIGNED", "ID"]
    draw_table(headings, table, flexible=_TOPIC)


def called(row: MessageRow) -> str:
    """The id, or the file's name where there is none; on a narrow terminal the hash, by which it is found as well."""
    if not row.id:
        return row.file
    return row.id if is_wide() else row.id.rpartition("-")[2]


def row_pairs(row: MessageRow) -> Iterable[tuple[str, str]]:
    """What is said of a message before its text, as names and values; foreign text is not escaped yet."""
    yield "id", row.id
    yield "from", row.sender
    yield "to", row.recipient
    yield "kind", row.kind
    yield "topic", row.topic
    yield "requires", row.requires
    yield "created", row.created
    yield "ref", row.ref
    yield "due", row.due


def fate_words(row: MessageRow) -> str:
    """What became of a message and when, in one sentence."""
    at = f"{full(row.at)} (height {row.height})"
    decided = f"{full(row.decided_at)} (height {row.decided_height})" if row.decided_at else ""
    match row.verdict:
        case "accepted":
            return f"accepted {at}"
        case "held":
            return f"held since {at}, waits for the owner"
        case "approved":
            return f"held {at}, approved {decided}"
        case "declined":
            return f"held {at}, declined {decided}"
        case "rejected":
            return f"refused {at}"
        case "decision":
            return f"decided {at}"


def say_nothing_here(text: str) -> None:
    """An empty list is said, on stderr: what is piped on stays empty."""
    click.echo(text, err=True)
