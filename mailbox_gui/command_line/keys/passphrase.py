"""`mailbox keys passphrase`: changes the passphrase of the owner's key, sets the first, or takes it away."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.shell.failure import WrongUsageError
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import (
    ask_new,
    known_passphrase,
    passphrase_file_option,
    read_passphrase,
    require_terminal,
)
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.keys.owner_key import OwnerKey


@mailbox_command("passphrase", example="mailbox keys passphrase")
@click.option(
    "--new-passphrase-file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Read the new passphrase from this file; else it is asked for.",
)
@click.option("--no-passphrase", is_flag=True, help="Keep the key plain: every process of yours can decide.")
@passphrase_file_option
def command(
    session: Session, new_passphrase_file: Path | None, no_passphrase: bool, passphrase_file: Path | None
) -> None:
    """Change the passphrase of the owner's key. The key stays the same, and so does everything that it signed."""
    if no_passphrase and new_passphrase_file is not None:
        raise WrongUsageError("--no-passphrase and --new-passphrase-file contradict each other: give one of them")
    if not no_passphrase and new_passphrase_file is None:
        require_terminal("a new passphrase is wanted", "--new-passphrase-file FILE, or --no-passphrase to go without")
    key = OwnerKey.load(session.office.keys)
    old = known_passphrase(session, key, passphrase_file)
    new = None if no_passphrase else read_passphrase(new_passphrase_file) if new_passphrase_file else ask_new()
    key.change_passphrase(Disk(), old, new)
    if new is None:
        click.echo("The owner's key has no passphrase now: any process of this user can decide in your name.")
    else:
        click.echo("The passphrase is changed.")
