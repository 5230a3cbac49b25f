"""`mailbox keys revoke`: a session key signs nothing from here on."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.owner.acting import act
from mailbox_gui.command_line.shell.completion import complete_sessions
from mailbox_gui.command_line.shell.failure import AnswerIsNoError
from mailbox_gui.command_line.shell.history import History, require_enough
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.read_models.delegations import DelegationRow, delegations

_MOST_NAMED = 5


@mailbox_command("revoke", example="mailbox keys revoke 5f0c1a77d2e9")
@click.argument("session_key", metavar="SESSION", shell_complete=complete_sessions)
@passphrase_file_option
def command(session: Session, session_key: str, passphrase_file: Path | None) -> int:
    """Take the right to sign from the session key SESSION: its public key, or at least 8 digits it begins with.

    What it signed before stays as it is; what it signs from now on is refused.
    """
    row = _meant(session, session_key.lower())
    what = f"revoked the session key {row.session} of {row.agent}"
    return act(session, passphrase_file, "revoke", {"session": row.session}, what)


def _meant(session: Session, text: str) -> DelegationRow:
    require_enough(text)
    with History.of(session) as history:
        found = [row for row in delegations(history.connection) if row.session.startswith(text)]
    if not found:
        raise AnswerIsNoError(f"no session key begins with {text!r}; mailbox keys show lists them")
    if len(found) > 1:
        named = ", ".join(row.session for row in found[:_MOST_NAMED])
        raise AnswerIsNoError(f"{text!r} could be any of {named}: give more of it")
    return found[0]
