"""`mailbox agent add`: a new agent with its folders, and routes to and from the hub and the owner."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mailbox_gui.command_line.owner.acting import act
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option
from mailbox_gui.command_line.shell.session import Session


@mailbox_command("add", example="mailbox agent add researcher --workspace ~/projects/research")
@click.argument("name")
@click.option(
    "--folder", type=click.Path(file_okay=False), metavar="DIR", help="Where its boxes lie; else agents/NAME."
)
@click.option("--workspace", type=click.Path(file_okay=False), metavar="DIR", help="The folder it works in.")
@passphrase_file_option
def command(
    session: Session, name: str, folder: str | None, workspace: str | None, passphrase_file: Path | None
) -> int:
    """Add the agent NAME: it may write to the hub and the owner, and they to it."""
    arguments: dict[str, object] = {"name": name}
    # What is typed is relative to where it is typed; what is kept must not be.
    arguments |= {key: _absolute(path) for key, path in (("folder", folder), ("workspace", workspace)) if path}
    return act(session, passphrase_file, "agent-add", arguments, f"added {name}")


def _absolute(path: str) -> str:
    return os.path.abspath(Path(path).expanduser())  # noqa: PTH100 - resolve() follows links
