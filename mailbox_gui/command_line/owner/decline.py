"""`mailbox owner decline`: sends a held message back with a reason."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.owner.deciding import held_message, report_act
from mailbox_gui.command_line.shell.completion import complete_held
from mailbox_gui.command_line.shell.failure import WrongUsageError
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option, unlocked
from mailbox_gui.command_line.shell.session import Session


@mailbox_command(
    "decline", example="mailbox owner decline 20261130T120301Z-builder-9b1d0c44aa10 --reason 'Not before Monday.'"
)
@click.argument("message_id", metavar="ID", shell_complete=complete_held)
@click.option("--reason", metavar="TEXT", required=True, help="Why; it is what the sender gets to read.")
@passphrase_file_option
def command(session: Session, message_id: str, reason: str, passphrase_file: Path | None) -> int:
    """Decline the held message ID: it goes back to the sender's rejected folder with your reason."""
    if not reason.strip():
        raise WrongUsageError("declining needs a reason: it is what the sender gets to read")
    held = held_message(session, message_id)
    outcome = session.desk.decide(unlocked(session, passphrase_file), held, "decline", reason)
    return report_act(outcome, f"declined {held.id}")
