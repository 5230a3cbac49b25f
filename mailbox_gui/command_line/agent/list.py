"""`mailbox agent list`: the agents and what lies in their boxes."""

from __future__ import annotations

from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.output.moments import short
from mailbox_gui.command_line.output.table import Cell, draw_table
from mailbox_gui.command_line.shell.boxes import box_counts
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.message.moments import format_moment
from mailbox_gui.core.read_models.mailboxes import outbox_history

_FOLDER = 6


@mailbox_command("list", reads=True, example="mailbox agent list")
def command(session: Session) -> None:
    """List the agents: what lies in their boxes, when they last sent, whether they are paused, where they live."""
    rules = session.rules
    table: list[list[str | Cell]] = []
    with History.of(session) as history:
        for name in rules.agents:
            counts = box_counts(session.office, name, rules)
            sent = outbox_history(history.connection, name, limit=1)
            since = history.paused_since(name)
            home = session.office.home(name, rules)
            if session.as_json:
                members = {
                    "agent": name,
                    "hub": name == rules.hub,
                    "folder": str(home),
                    **counts,
                    "last_sent": format_moment(sent[0].at) if sent else None,
                    "paused": format_moment(since) if since else None,
                }
                print_object({key: value for key, value in members.items() if value is not None})
                continue
            state = Cell("paused", "red") if since else "hub" if name == rules.hub else ""
            boxes = [str(counts[box]) if counts[box] is not None else "?" for box in ("outbox", "inbox", "rejected")]
            table.append([name, state, *boxes, short(sent[0].at) if sent else "never", str(home)])
    if not session.as_json:
        draw_table(["AGENT", "", "OUTBOX", "INBOX", "REJECTED", "LAST SENT", "FOLDER"], table)
