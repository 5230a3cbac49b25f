"""`mailbox rules check`: is a rules.json right, and if not, where and what is allowed there."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.output.counting import counted
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.rules.documents import read_rules_file
from mailbox_gui.command_line.shell.failure import DONE, NO
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.rules_file import RulesError, parse_rules


@mailbox_command("check", reads=True, example="mailbox rules check")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
def command(session: Session, file: Path | None) -> int:
    """Check FILE, else the post office's rules.json: every problem with its place. Nothing takes effect by it."""
    path = file or session.office.rules_file
    try:
        rules = parse_rules(read_rules_file(path))
    except RulesError as error:
        for problem in error.problems:
            if session.as_json:
                where, _, what = problem.partition(": ")
                print_object({"path": where, "problem": what})
            else:
                click.echo(visible(f"{path}: {problem}"))
        return NO
    if session.as_json:
        return DONE
    click.echo(f"{path}: right; {counted(len(rules.agents), 'agent')}, {counted(len(rules.routes), 'route')}")
    if file is None:
        added = [name for name in session.rules.agents if name not in rules.agents]
        if added:
            click.echo(f"beside these, by the owner's act: {', '.join(added)}")
    return DONE
