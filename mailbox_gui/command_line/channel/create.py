"""`mailbox channel create`: a new channel with its members."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.owner.deciding import report_refusal
from mailbox_gui.command_line.shell.completion import complete_agents
from mailbox_gui.command_line.shell.failure import AnswerIsNoError
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option, unlocked
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.channels.documents import CHANNEL_CREATE, channel_arguments
from mailbox_gui.core.channels.spelling import channel_name_fault
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.facts import channel_book


@mailbox_command("create", example="mailbox channel create release --member builder --member site")
@click.argument("name")
@click.option(
    "--member", "members", multiple=True, metavar="AGENT", shell_complete=complete_agents, help="Who is in it."
)
@click.option("--no-reactions", is_flag=True, help="Nobody can put a sign under what others wrote.")
@passphrase_file_option
def command(
    session: Session, name: str, members: tuple[str, ...], no_reactions: bool, passphrase_file: Path | None
) -> int:
    """Make the channel NAME and print its id. Agents get a channel key each, which stays here, encrypted."""
    from mailbox_gui.core.acts.opening_channels import new_channel
    from mailbox_gui.core.disk import Disk
    from mailbox_gui.core.keys.keystore import Keystore

    if fault := channel_name_fault(name):
        raise AnswerIsNoError(fault)
    agents = [session.participant(member) for member in members]
    if OWNER in agents:
        raise AnswerIsNoError("the owner is in every channel; a member is an agent")
    key = unlocked(session, passphrase_file)
    with History.of(session) as history:
        book = channel_book(history.connection)
    channel = new_channel(Keystore(session.office.keys, Disk(), key), book, name, agents, reactions=not no_reactions)
    outcome = session.desk.act(key, CHANNEL_CREATE, channel_arguments(channel))
    if outcome.verdict == "rejected":
        return report_refusal(outcome)
    click.echo(channel.id)
    return 0
