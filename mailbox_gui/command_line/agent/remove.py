"""`mailbox agent remove`: an agent leaves; its folders and its history stay."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.owner.acting import act
from mailbox_gui.command_line.shell.completion import complete_agents
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option
from mailbox_gui.command_line.shell.session import Session


@mailbox_command("remove", example="mailbox agent remove researcher")
@click.argument("name", shell_complete=complete_agents)
@passphrase_file_option
def command(session: Session, name: str, passphrase_file: Path | None) -> int:
    """Remove the agent NAME with its routes. Its folders and everything it wrote stay."""
    agent = session.participant(name)
    what = f"removed {agent}; its folder and history stay"
    return act(session, passphrase_file, "agent-remove", {"name": agent}, what)
