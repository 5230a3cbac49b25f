"""`mailbox rules sign`: the owner's signature, with which an edit of rules.json takes effect."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.rules.documents import parsed, signed_in_force
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option, unlocked
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.rules_difference import rules_difference


@mailbox_command("sign", example="mailbox rules sign")
@passphrase_file_option
def command(session: Session, passphrase_file: Path | None) -> None:
    """Sign rules.json as it lies in the post office; the relay takes it up without a restart. Says what changes."""
    edited = parsed(session.office.rules_file)
    signed = session.desk.signed_rules()
    if signed is not None:
        state = "in force" if signed.in_force else "waits for the relay"
        click.echo(f"There is nothing to sign: rules.json is signed, serial {signed.serial}, and {state}.")
        return
    for change in rules_difference(signed_in_force(session), edited):
        click.echo(visible(change))
    serial = session.desk.sign_rules(unlocked(session, passphrase_file))
    click.echo(f"{session.office.rules_signature}: signed, serial {serial}")
    if session.desk.holder() is None:
        click.echo("Nobody runs the relay: it takes effect when one runs (mailbox relay, or the window).", err=True)
