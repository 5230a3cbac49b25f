"""`mailbox send`: writes a message into the sender's outbox."""

from __future__ import annotations

import click

from mailbox_gui.command_line.shell.completion import complete_ids, complete_kinds, complete_participants
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.sending import Message, send, sending_options
from mailbox_gui.command_line.shell.session import Session


@mailbox_command(
    "send", acts=True, example="mailbox --as builder send --to hub --kind note --topic 'nightly build' 'All is green.'"
)
@click.option("--to", metavar="NAME", required=True, shell_complete=complete_participants, help="The one recipient.")
@click.option(
    "--kind",
    metavar="KIND",
    required=True,
    shell_complete=complete_kinds,
    help="task, request, question, reply, report, workaround, escalation or note.",
)
@click.option("--topic", metavar="TEXT", required=True, help="One line, at most 120 characters.")
@click.option("--ref", metavar="ID", shell_complete=complete_ids, help="The message that this one is about.")
@sending_options
def command(session: Session, to: str, kind: str, topic: str, ref: str | None, message: Message) -> int:
    """Send a message: TEXT, or what is piped in for `-` or nothing. Prints the message's id.

    What can be judged without the relay is judged at once and told. The owner's messages are signed.
    """
    return send(session, message.filled(to=to, kind=kind, topic=topic, ref=ref))
