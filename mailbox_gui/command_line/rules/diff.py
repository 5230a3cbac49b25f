"""`mailbox rules diff`: what rules.json would change, in words."""

from __future__ import annotations

import click

from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.output.messages import say_nothing_here
from mailbox_gui.command_line.rules.documents import parsed, read_rules_file, signed_in_force, text_in_force
from mailbox_gui.command_line.shell.failure import DONE, NO
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.rules_difference import rules_difference


@mailbox_command("diff", reads=True, example="mailbox rules diff")
def command(session: Session) -> int:
    """Say line by line what rules.json would change in the rules in force. Exit status 1 when it would change any."""
    edited = parsed(read_rules_file(session.office.rules_file), session.office.rules_file)
    changes = rules_difference(signed_in_force(session), edited)
    if not changes and text_in_force(session).encode() != read_rules_file(session.office.rules_file):
        changes = ["changes how rules.json is written, not what it says"]
    for change in changes:
        if session.as_json:
            print_object({"change": change})
        else:
            click.echo(visible(change))
    if changes:
        return NO
    say_nothing_here("rules.json says what is in force")
    return DONE
