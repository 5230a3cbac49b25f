"""`mailbox report`: sends a report about a message, addressed to whom it came from."""

from __future__ import annotations

from mailbox_gui.command_line.shell.answering import answering_command

command = answering_command(
    "report",
    "report",
    "Send a report about the message ID to whom it came from; prints its id. TEXT, or what is piped in.",
)
