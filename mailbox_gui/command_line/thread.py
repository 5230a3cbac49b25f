"""`mailbox thread`: a message in its conversation."""

from __future__ import annotations

import click

from mailbox_gui.command_line.output.debts import debts_beside, debts_of_rows
from mailbox_gui.command_line.output.json_lines import print_entry
from mailbox_gui.command_line.output.messages import draw_messages
from mailbox_gui.command_line.shell.completion import complete_ids
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.read_models.thread import thread


@mailbox_command("thread", reads=True, example="mailbox thread 20261130T120301Z-builder-9b1d0c44aa10")
@click.argument("message_id", metavar="ID", shell_complete=complete_ids)
def command(session: Session, message_id: str) -> None:
    """List the message ID with what it answers and what answered it, in the order of the journal, and which debts
    each opened and closed.
    """
    with History.of(session) as history:
        rows = thread(history.connection, history.message(message_id).id)
        opened, closed = history.debts_of(rows)
        if session.as_json:
            for row in rows:
                print_entry(history.entry(row.height), debts_beside(opened, closed, row.height, session.clock()))
        else:
            debts = debts_of_rows(rows, opened, closed, session.clock())
            draw_messages(rows, history.delegations_to(rows), debts)
