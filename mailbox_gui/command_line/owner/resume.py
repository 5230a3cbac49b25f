"""`mailbox owner resume`: lets a paused agent send again."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.owner.acting import act
from mailbox_gui.command_line.shell.completion import complete_agents
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option
from mailbox_gui.command_line.shell.session import Session


@mailbox_command("resume", example="mailbox owner resume builder")
@click.argument("agent", shell_complete=complete_agents)
@passphrase_file_option
def command(session: Session, agent: str, passphrase_file: Path | None) -> int:
    """Let AGENT, whose outbox was paused after too many refusals, send again."""
    name = session.participant(agent)
    return act(session, passphrase_file, "resume", {"agent": name}, f"resumed {name}")
