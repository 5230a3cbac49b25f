"""`mailbox bus len`: how many posts the ring holds."""

from __future__ import annotations

import click

from mailbox_gui.command_line.bus.reading import ring_of
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session


@mailbox_command("len", example="mailbox bus len")
def command(session: Session) -> None:
    """Print how many posts are held, 64 at most."""
    click.echo(len(ring_of(session).entries))
