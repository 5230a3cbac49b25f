"""`mailbox bus latest`: the newest posts."""

from __future__ import annotations

import click

from mailbox_gui.command_line.bus.reading import ring_of, show
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session


@mailbox_command(
    "latest", reads=True, example="mailbox bus latest 10", context_settings={"ignore_unknown_options": True}
)
@click.argument("count", metavar="[N]", type=int, default=0)
def command(session: Session, count: int) -> None:
    """Show the newest N posts, newest first; all that are held without N, or for 0 or less."""
    show(session, ring_of(session).latest(count))
