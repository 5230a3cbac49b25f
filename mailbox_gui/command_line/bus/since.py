"""`mailbox bus since`: what a poller asks, and what it has missed."""

from __future__ import annotations

import time

import click

from mailbox_gui.command_line.bus.reading import ring_of, show, tell_dropped
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session

_LOOK_EVERY = 0.25


@mailbox_command("since", reads=True, example="mailbox bus since 120 --follow")
@click.argument("seq", type=click.IntRange(min=0))
@click.option("--follow", is_flag=True, help="Then go on with every new post, until Ctrl-C.")
def command(session: Session, seq: int, follow: bool) -> None:
    """Show the posts after number SEQ, oldest first. How many of them are gone already is said on stderr."""
    while True:
        view = ring_of(session)
        tell_dropped(view, seq)
        show(session, view.since(seq))
        if not follow:
            return
        seq = max(seq, view.seen)
        while ring_of(session).seen <= seq:
            time.sleep(_LOOK_EVERY)
