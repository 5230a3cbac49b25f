"""`mailbox search`: finds messages, newest first."""

from __future__ import annotations

import click

from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.searching import QUERY_SETTINGS, QueryCommand, limit_option, query_text, show_found
from mailbox_gui.command_line.shell.session import Session


@mailbox_command(
    "search",
    reads=True,
    example="mailbox search from:builder is:unread 'nightly build'",
    cls=QueryCommand,
    context_settings=QUERY_SETTINGS,
)
@click.argument("query", nargs=-1, required=True)
@limit_option
def command(session: Session, query: tuple[str, ...], limit: int) -> int:
    """Find messages by words of topic, text and reason, and by fields.

    Fields: from: to: agent: kind: topic: requires: verdict: check: signer: ref: id: before: after: is:unread;
    "quoted words" stay together, a - before a term excludes it.
    """
    with History.of(session) as history:
        return show_found(session, history, query_text(query), limit)
