"""`mailbox channel list`: the channels and who is in them."""

from __future__ import annotations

from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.output.table import Cell, draw_table
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.read_models.channels import event_counts
from mailbox_gui.core.read_models.facts import channel_book

_MEMBERS = 3


@mailbox_command("list", reads=True, example="mailbox channel list")
def command(session: Session) -> None:
    """List the channels, the oldest first: id, name, how many events, members."""
    with History.of(session) as history:
        book, counts = channel_book(history.connection), event_counts(history.connection)
    table: list[list[str | Cell]] = []
    for channel in book.channels():
        if session.as_json:
            members = {
                "id": channel.id,
                "name": channel.name,
                "members": dict(channel.members),
                "owner": channel.owner,
                "reactions": channel.reactions,
                "events": counts.get(channel.id, 0),
                "height": channel.height,
            }
            print_object(members)
            continue
        table.append([channel.id, channel.name, str(counts.get(channel.id, 0)), ", ".join(channel.members)])
    if not session.as_json:
        draw_table(["ID", "NAME", "EVENTS", "MEMBERS"], table, flexible=_MEMBERS)
