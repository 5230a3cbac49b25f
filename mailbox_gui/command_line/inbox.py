"""`mailbox inbox`: lists the mail not yet handled; nothing is changed by looking."""

from __future__ import annotations

import click

from mailbox_gui.command_line.output.json_lines import print_entry, print_object
from mailbox_gui.command_line.output.messages import draw_messages, say_nothing_here
from mailbox_gui.command_line.shell.completion import complete_participants
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.read_models.mailboxes import inbox


@mailbox_command("inbox", acts=True, reads=True, example="mailbox inbox builder")
@click.argument("agent", required=False, shell_complete=complete_participants)
def command(session: Session, agent: str | None) -> None:
    """List the mail in the inbox of AGENT (else who acts), newest first. Listing changes nothing."""
    name = session.participant(agent) if agent else session.acting_participant()
    folder = session.office.box(name, "inbox", session.rules)
    with History.of(session) as history:
        found = inbox(history.connection, folder, name)
        if session.as_json:
            for row in found.mail:
                print_entry(history.entry(row.height))
            for file in found.unknown:
                print_object({"file": file, "folder": name})
            return
        if found.mail:
            draw_messages(found.mail, history.delegations_to(found.mail))
    for file in found.unknown:
        click.echo(visible(f"{file}: not delivered by the relay; the journal does not know it"))
    if not found.mail and not found.unknown:
        say_nothing_here(f"{folder}: no mail")
