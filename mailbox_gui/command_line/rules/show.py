"""`mailbox rules show`: the rules in force, as a rules.json."""

from __future__ import annotations

import json

import click

from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.rules.documents import text_in_force
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.message.rules_file import parse_rules


@mailbox_command("show", reads=True, example="mailbox rules show > rules.json")
def command(session: Session) -> None:
    """Print the rules in force as a rules.json: the last one that was signed, whatever lies in the folder now.

    Agents that the owner added or removed with `mailbox agent` are named on stderr: no rules.json is written for them.
    """
    text = text_in_force(session)
    if session.as_json:
        print_object(json.loads(text))
    else:
        click.echo(text, nl=False)
    named, there = parse_rules(text.encode()).agents, session.rules.agents
    for name in (name for name in there if name not in named):
        click.echo(f"beside these, by the owner's act: the agent {name}", err=True)
    for name in (name for name in named if name not in there):
        click.echo(f"no longer, by the owner's act: the agent {name}", err=True)
