"""`mailbox owner approve`: lets a held message pass, unchanged."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.owner.deciding import held_message, report_act
from mailbox_gui.command_line.shell.completion import complete_held
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option, unlocked
from mailbox_gui.command_line.shell.session import Session


@mailbox_command("approve", example="mailbox owner approve 20261130T120301Z-builder-9b1d0c44aa10 --note 'Go ahead.'")
@click.argument("message_id", metavar="ID", shell_complete=complete_held)
@click.option("--note", metavar="TEXT", default="", help="A word to the sender.")
@passphrase_file_option
def command(session: Session, message_id: str, note: str, passphrase_file: Path | None) -> int:
    """Approve the held message ID: its bytes are delivered unchanged, and the sender is told."""
    held = held_message(session, message_id)
    outcome = session.desk.decide(unlocked(session, passphrase_file), held, "approve", note)
    return report_act(outcome, f"approved {held.id}")
