"""Answering a message: recipient, topic and ref are those of the message that is answered."""

from __future__ import annotations

import click

from mailbox_gui.command_line.shell.completion import complete_ids
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.sending import Message, send, sending_options
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.answers import answers
from mailbox_gui.core.read_models.rows import MessageRow


def answering_command(name: str, kind: str, doc: str, *, upwards: bool = False) -> click.Command:
    """A command that sends a message of `kind` about another one: to whom it came from, or `upwards` to the hub."""

    @mailbox_command(name, acts=True, help=doc, example=f"mailbox --as builder {name} 1f0c5a77d2e9 'Done, see docs/'")
    @click.argument("message_id", metavar="ID", shell_complete=complete_ids)
    @click.option("--to", metavar="NAME", help="Another recipient than the usual one.")
    @click.option("--topic", metavar="TEXT", help="Another topic than that of the message.")
    @sending_options
    def made(session: Session, message_id: str, to: str | None, topic: str | None, message: Message) -> int:
        acting = session.acting_participant()
        with History.of(session) as history:
            about = history.message_to_act_on(message_id)
            recipient = to or (_above(session, acting) if upwards else _other_side(about, acting))
            # A later message of the conversation is as good a name as the one that opened the debt.
            ref = answers(history.connection, about.id, kind, acting, recipient)
        return send(session, message.filled(to=recipient, kind=kind, topic=topic or about.topic, ref=ref))

    return made


def _other_side(about: MessageRow, acting: str) -> str:
    return about.recipient if about.sender == acting else about.sender


def _above(session: Session, acting: str) -> str:
    hub = session.rules.hub
    return OWNER if acting == hub else hub
