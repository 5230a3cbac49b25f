"""`mailbox rules sign`: the owner's signature, with which an edit of rules.json takes effect."""

from __future__ import annotations

import hashlib
from pathlib import Path

import click

from mailbox_gui.command_line.rules.documents import parsed, read_rules_file, signed_in_force
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option, unlocked
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.rules_difference import rules_difference


@mailbox_command("sign", example="mailbox rules sign")
@passphrase_file_option
def command(session: Session, passphrase_file: Path | None) -> None:
    """Sign rules.json as it lies in the post office; the relay takes it up without a restart. Says what changes."""
    raw = read_rules_file(session.office.rules_file)
    edited = parsed(raw, session.office.rules_file)
    signed = session.desk.signed_rules()
    if signed is not None:
        state = "in force" if signed.in_force else "waits for the relay"
        click.echo(f"There is nothing to sign: rules.json is signed, serial {signed.serial}, and {state}.")
        return
    for change in rules_difference(signed_in_force(session), edited):
        click.echo(visible(change))
    # The passphrase may be asked for now, which takes as long as it takes: what was shown is signed, or nothing.
    serial = session.desk.sign_rules(unlocked(session, passphrase_file), hashlib.sha256(raw).hexdigest())
    click.echo(f"{visible(str(session.office.rules_signature))}: signed, serial {serial}")
    if session.desk.holder() is None:
        click.echo("Nobody runs the relay: it takes effect when one runs (mailbox relay, or the window).", err=True)
