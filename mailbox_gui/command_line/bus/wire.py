"""`mailbox bus wire`: posts as the bytes of the protocol, for programs."""

from __future__ import annotations

import sys

import click

from mailbox_gui.command_line.bus.reading import ring_of, tell_dropped
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.bus.entry import wire


@mailbox_command("wire", example="mailbox bus wire 120 > posts.bin")
@click.argument("seq", type=click.IntRange(min=0))
def command(session: Session, seq: int) -> None:
    """Write the posts after number SEQ to stdout, each in a frame; nothing when there is none newer."""
    view = ring_of(session)
    tell_dropped(view, seq)
    sys.stdout.buffer.write(wire(view.since(seq)))
    sys.stdout.buffer.flush()
