"""`mailbox check` where it takes more than check.py knows: options, agents made by an act, names that are wrong."""

from __future__ import annotations

import os

import click

from mailbox_gui.command_line.check import answer
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.shell.completion import complete_participants
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session


@mailbox_command("check", acts=True, reads=True, example="mailbox check builder")
@click.argument("agent", required=False, shell_complete=complete_participants)
def command(session: Session, agent: str | None) -> None:
    """Say EMPTY, or PENDING and how many messages lie in the inbox. As cheap as a command can be: ask often."""
    name = session.participant(agent) if agent else session.acting_participant()
    said = answer(os.listdir(session.office.box(name, "inbox", session.rules)))  # noqa: PTH208 - as check.py does
    if session.as_json:
        print_object({"agent": name, "pending": int(said.partition(" ")[2] or 0)})
    else:
        click.echo(said)
