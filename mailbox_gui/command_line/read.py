"""`mailbox read`: prints a message; it stays where it is."""

from __future__ import annotations

import click

from mailbox_gui.command_line.output.json_lines import print_entry
from mailbox_gui.command_line.output.messages import fate_words, row_pairs
from mailbox_gui.command_line.output.pairs import draw_pairs
from mailbox_gui.command_line.output.signing import signature_pairs
from mailbox_gui.command_line.shell.completion import complete_ids
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.read_models.detail import detail


@mailbox_command("read", acts=True, reads=True, example="mailbox read 20261130T120301Z-builder-9b1d0c44aa10")
@click.argument("message_id", metavar="ID", shell_complete=complete_ids)
def command(session: Session, message_id: str) -> None:
    """Print the message ID (its beginning is enough where it is the only one). Reading changes nothing."""
    with History.of(session) as history:
        row = history.message(message_id)
        if session.as_json:
            print_entry(history.entry(row.height))
            return
        told = detail(history.connection, session.office.journal, row.height)
    body = told.body
    draw_pairs([*row_pairs(row), *signature_pairs(told.signature), ("state", fate_words(row))])
    click.echo()
    if body is None:
        click.echo("The text was not kept.", err=True)
    else:
        click.echo(visible(body, keep_newlines=True), nl=not body.endswith("\n"))
