"""`mailbox escalate`: passes the question of a message on to the hub, or from the hub to the owner."""

from __future__ import annotations

from mailbox_gui.command_line.shell.answering import answering_command

command = answering_command(
    "escalate",
    "escalation",
    "Send an escalation about the message ID to the hub, or from the hub to the owner; prints its id. TEXT, or what "
    "is piped in.",
    upwards=True,
)
