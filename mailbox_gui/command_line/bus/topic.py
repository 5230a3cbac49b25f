"""`mailbox bus topic`: the posts of one topic."""

from __future__ import annotations

import click

from mailbox_gui.command_line.bus.reading import ring_of, show
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session


@mailbox_command("topic", reads=True, example="mailbox bus topic build.status")
@click.argument("topic")
def command(session: Session, topic: str) -> None:
    """Show the posts of TOPIC that are held, newest first."""
    show(session, ring_of(session).topic(topic))
