"""`mailbox owner queue`: what waits for the owner."""

from __future__ import annotations

from mailbox_gui.command_line.output.json_lines import print_entry
from mailbox_gui.command_line.output.messages import called, say_nothing_here
from mailbox_gui.command_line.output.moments import age
from mailbox_gui.command_line.output.table import draw_table
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session

_TOPIC = 3


@mailbox_command("queue", reads=True, example="mailbox owner queue")
def command(session: Session) -> None:
    """List the held messages, the one that waits longest first."""
    with History.of(session) as history:
        waiting = history.waiting()
        if session.as_json:
            for row in waiting:
                print_entry(history.entry(row.height))
            return
    if not waiting:
        say_nothing_here("nothing waits for you")
        return
    now = session.clock()
    table = [
        [age(now - row.at), f"{row.sender} → {row.recipient}", row.kind, row.topic, called(row)] for row in waiting
    ]
    draw_table(["WAITS", "FROM → TO", "KIND", "TOPIC", "ID"], table, flexible=_TOPIC)
