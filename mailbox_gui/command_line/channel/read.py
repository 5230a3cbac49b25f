"""`mailbox channel read`: what was said in a channel, the oldest first."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from datetime import UTC, datetime

import click

from mailbox_gui.command_line.channel.meant import channel_meant
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.output.moments import full
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.keys.channel_event import REACTION
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.read_models.channels import EventRow, Filter, events
from mailbox_gui.core.read_models.facts import channel_book

_PAGE = 500


@mailbox_command("read", reads=True, example="mailbox channel read release")
@click.argument("channel", metavar="ID")
def command(session: Session, channel: str) -> None:
    """Print the messages and reactions of the channel ID (or name), the oldest first; `--json`: the signed events."""
    with History.of(session) as history:
        meant = channel_meant(channel_book(history.connection), channel)
        for row in _all(history, meant.id):
            if session.as_json:
                print_object(json.loads(row.json))
            else:
                _print(row)


def _all(history: History, channel: str) -> Iterator[EventRow]:
    after = 0
    while page := events(history.connection, Filter(channel), after=after, limit=_PAGE):
        yield from page
        after = page[-1].height


def _print(row: EventRow) -> None:
    event = row.event
    when = full(datetime.fromtimestamp(event.created_at, UTC))
    about = f" on {event.first('e') or ''}" if event.kind == REACTION else ""
    reply = " (reply)" if event.kind != REACTION and row.root != row.id else ""
    click.echo(f"{click.style(visible(row.agent), bold=True)}  {when}  {row.id}{visible(about)}{reply}")
    click.echo(textwrap.indent(visible(event.content, keep_newlines=True), "  "))
    click.echo()
