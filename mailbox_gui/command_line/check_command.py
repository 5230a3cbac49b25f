"""`mailbox check` where it takes more than check.py knows: options, agents made by an act, names that are wrong."""

from __future__ import annotations

import os

import click

from mailbox_gui.command_line.check import answer, owes
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.shell.completion import complete_participants
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session


@mailbox_command("check", acts=True, reads=True, example="mailbox check builder")
@click.argument("agent", required=False, shell_complete=complete_participants)
@click.option("--debts", is_flag=True, help="Say OWES and how many debts are open, too.")
def command(session: Session, agent: str | None, debts: bool) -> None:
    """Say EMPTY, or PENDING and how many messages lie in the inbox. As cheap as a command can be: ask often."""
    name = session.participant(agent) if agent else session.acting_participant()
    said = answer(os.listdir(session.office.box(name, "inbox", session.rules)))  # noqa: PTH208 - as check.py does
    owed = _owed(session, name) if debts else None
    if session.as_json:
        members: dict[str, object] = {"agent": name, "pending": int(said.partition(" ")[2] or 0)}
        print_object(members if owed is None else {**members, "owes": owed})
    else:
        click.echo(said if owed is None else f"{said}\n{owes(owed)}")


def _owed(session: Session, name: str) -> int:
    from mailbox_gui.command_line.shell.history import History
    from mailbox_gui.core.read_models.debt_lists import owed_count

    with History.of(session) as history:
        return owed_count(history.connection, name)
