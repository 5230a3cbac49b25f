"""`mailbox journal`: the history, every line of it or the messages that a query means."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence

import click

from mailbox_gui.command_line.output.journal_lines import draw_followed, draw_journal, sessions_of
from mailbox_gui.command_line.output.json_lines import print_entry
from mailbox_gui.command_line.shell.failure import DONE, WrongUsageError
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.searching import QUERY_SETTINGS, QueryCommand, limit_option, query_text, show_found
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.read_models.delegations import DelegationRow, delegations_of

_LOOK_EVERY = 0.25


@mailbox_command(
    "journal", reads=True, example="mailbox journal --limit 20", cls=QueryCommand, context_settings=QUERY_SETTINGS
)
@click.argument("query", nargs=-1)
@limit_option
@click.option("--follow", is_flag=True, help="Then go on with every new line, until Ctrl-C.")
def command(session: Session, query: tuple[str, ...], limit: int, follow: bool) -> int:
    """Show the history, newest first: every line of the journal, or the messages that QUERY means.

    QUERY is as in `mailbox search`. With --follow the lines come oldest first.
    """
    if query:
        if follow:
            raise WrongUsageError("--follow shows every line: leave out the query, or leave out --follow")
        with History.of(session) as history:
            return show_found(session, history, query_text(query), limit)
    reader = JournalReader(session.office.journal)
    last = reader.last_height()
    newest = list(reader.entries(after=max(last - limit, 0)))
    if follow:
        known: dict[str, DelegationRow] = {}
        _show_each(session, newest, known)
        _follow(session, reader, newest[-1] if newest else None, known)
    elif session.as_json:
        for entry in reversed(newest):
            print_entry(entry)
    else:
        draw_journal(newest[::-1], _delegations(session, newest, {}))
    return DONE


def _follow(session: Session, reader: JournalReader, last: Entry | None, known: dict[str, DelegationRow]) -> None:
    while True:
        for entry in reader.entries(after=last.height, place=last.place) if last else reader.entries():
            _show_each(session, [entry], known)
            last = entry
        time.sleep(_LOOK_EVERY)


def _show_each(session: Session, entries: Sequence[Entry], known: dict[str, DelegationRow]) -> None:
    delegations = {} if session.as_json else _delegations(session, entries, known)
    for entry in entries:
        if session.as_json:
            print_entry(entry)
        else:
            draw_followed(entry, delegations)
    sys.stdout.flush()


def _delegations(
    session: Session, entries: Sequence[Entry], known: dict[str, DelegationRow]
) -> Mapping[str, DelegationRow]:
    """The delegations to the keys that signed in `entries`; those looked up are added to `known`."""
    wanted = sessions_of(entries) - known.keys()
    if wanted:
        with History.of(session) as history:
            known |= delegations_of(history.connection, wanted)
    return known
