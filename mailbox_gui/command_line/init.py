"""`mailbox init`: makes a post office."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mailbox_gui.command_line.shell.failure import AnswerIsNoError, WrongUsageError
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import (
    ask_new,
    chosen_file,
    passphrase_file_option,
    read_passphrase,
    require_terminal,
)
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.names import RESERVED, is_agent_name

_HUB = "hub"


@mailbox_command("init", example="mailbox init ~/post-office --agent builder --agent researcher")
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option("--hub", metavar="NAME", help="The agent through which the others write to each other; else `hub`.")
@click.option("--agent", "agents", metavar="NAME", multiple=True, help="An agent; may be given several times.")
@click.option("--demo", is_flag=True, help="A lived-in example: five agents, with mail in every state.")
@click.option("--no-passphrase", is_flag=True, help="Keep the owner's key plain: every process of yours can decide.")
@passphrase_file_option
def command(
    session: Session,
    folder: Path | None,
    hub: str | None,
    agents: tuple[str, ...],
    demo: bool,
    no_passphrase: bool,
    passphrase_file: Path | None,
) -> None:
    """Make a post office in the folder DIR, which must be empty or not there yet.

    The hub and every agent may write to each other, and so may the owner and every agent; rules.json says it all and
    can be changed at any time. The owner's key decides in your name and is kept under a passphrase.
    """
    root = _root(session, folder)
    if demo and (hub or agents):
        raise WrongUsageError("--demo brings its own agents: leave out --hub and --agent")
    for name in (*([hub] if hub else []), *agents):
        _require_name(name)
    _require_empty(root)
    passphrase = _passphrase(session, no_passphrase, passphrase_file)
    if demo:
        from mailbox_gui.core.demo.make_demo import make_demo

        office = make_demo(root, now=session.clock(), cache=session.cache, passphrase=passphrase)
    else:
        from mailbox_gui.core.disk import Disk
        from mailbox_gui.core.relay.founding import found_post_office

        office = found_post_office(
            root, hub=hub or _HUB, agents=agents, passphrase=passphrase, clock=session.clock, disk=Disk()
        )
    where = visible(os.fspath(office.root))
    click.echo(f"{where}: the post office is ready")
    if passphrase is None:
        click.echo("The owner's key has no passphrase: any process of this user can decide in your name.")
    click.echo(f"Run it: mailbox --root {where} relay   (or open the window: mailbox-gui --root {where})")


def _root(session: Session, folder: Path | None) -> Path:
    if folder is not None and session.root is not None:
        raise WrongUsageError("the folder is given twice, as DIR and with --root: give one of them")
    named = folder or session.root
    if named is None:
        raise WrongUsageError("which folder? Give it: mailbox init DIR")
    # absolute, not resolved: a folder reached over a link keeps the name that its owner gave it.
    return Path(os.path.abspath(Path(named).expanduser()))  # noqa: PTH100 - resolve() follows links


def _require_name(name: str) -> None:
    if name in RESERVED:
        raise WrongUsageError(f"the name {name!r} is reserved: choose another for the agent")
    if not is_agent_name(name):
        raise WrongUsageError(
            f"{name!r} is no name for an agent: 1 to 32 of a-z, 0-9 and -, beginning and ending with a letter or digit"
        )


def _require_empty(root: Path) -> None:
    """Before any question is asked; the founding looks again."""
    if root.is_dir():
        if any(root.iterdir()):
            raise AnswerIsNoError(f"{root} is not empty: name a new folder, or empty it yourself")
    elif os.path.lexists(root):
        raise AnswerIsNoError(f"{root} is there and is no folder: name a new one")


def _passphrase(session: Session, no_passphrase: bool, given: Path | None) -> str | None:
    if no_passphrase:
        if given is not None:
            raise WrongUsageError("--no-passphrase and --passphrase-file contradict each other: give one of them")
        return None
    file = chosen_file(session, given)
    if file is not None:
        return read_passphrase(file)
    require_terminal("the owner's key wants a passphrase", "--passphrase-file FILE, or --no-passphrase to go without")
    click.echo("The owner's key decides in your name. Choose a passphrase for it.", err=True)
    return ask_new()
