"""`mailbox bus seen`: how many were ever posted."""

from __future__ import annotations

import click

from mailbox_gui.command_line.bus.reading import ring_of
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session


@mailbox_command("seen", example="mailbox bus seen")
def command(session: Session) -> None:
    """Print how many posts there ever were; seen less len is what has fallen off."""
    click.echo(ring_of(session).seen)
