"""`mailbox owner ask`: asks the sender of a held message back; it stays held."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.owner.deciding import held_message, report_act
from mailbox_gui.command_line.shell.completion import complete_held
from mailbox_gui.command_line.shell.failure import WrongUsageError
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option, unlocked
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.command_line.shell.text import body_of


@mailbox_command("ask", example="mailbox owner ask 20261130T120301Z-builder-9b1d0c44aa10 'Which bank is it?'")
@click.argument("message_id", metavar="ID", shell_complete=complete_held)
@click.argument("text", metavar="[TEXT or -]", required=False)
@passphrase_file_option
def command(session: Session, message_id: str, text: str | None, passphrase_file: Path | None) -> int:
    """Ask the sender of the held message ID a question; the message stays held until you decide."""
    held = held_message(session, message_id)
    question = body_of(text)
    if not question.strip():
        raise WrongUsageError("the question is empty")
    outcome = session.desk.ask_back(unlocked(session, passphrase_file), held, question)
    return report_act(outcome, f"asked {held.sender} about {held.id}")
