"""`mailbox broker token`: a credential for one agent, one channel and some operations; it is shown once."""

from __future__ import annotations

import math
from datetime import timedelta
from pathlib import Path

import click

from mailbox_gui.command_line.channel.meant import channel_meant
from mailbox_gui.command_line.owner.acting import require_possible
from mailbox_gui.command_line.owner.deciding import report_refusal
from mailbox_gui.command_line.shell.completion import complete_agents
from mailbox_gui.command_line.shell.failure import AnswerIsNoError, WrongUsageError
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option, unlocked
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.channels.documents import CREDENTIAL_ISSUE, credential_arguments
from mailbox_gui.core.channels.values import OPERATIONS, USUAL_OPERATIONS
from mailbox_gui.core.read_models.facts import channel_book

_MOST_DAYS = 36_500


@mailbox_command("token", example="mailbox broker token builder --channel release --days 7")
@click.argument("agent", shell_complete=complete_agents)
@click.option("--channel", required=True, metavar="ID", help="The channel it is for, by id or name.")
@click.option(
    "--allow", "operations", multiple=True, metavar="OP", help="An operation; else all but agents.*. May be repeated."
)
@click.option(
    "--days", type=float, default=30.0, show_default=True, help="How long it opens anything; 0.5 is 12 hours."
)
@passphrase_file_option
def command(
    session: Session, agent: str, channel: str, operations: tuple[str, ...], days: float, passphrase_file: Path | None
) -> int:
    """Issue a credential for AGENT in a channel that it is a member of, and print it: it is shown this once."""
    from mailbox_gui.core.acts.opening_channels import new_credential

    if not math.isfinite(days) or not 0 < days <= _MOST_DAYS:
        raise WrongUsageError(f"--days is a number above 0, at most {_MOST_DAYS}")
    for operation in operations:
        if operation not in OPERATIONS:
            raise WrongUsageError(f"there is no operation {operation!r}; there are {', '.join(OPERATIONS)}")
    name = session.participant(agent)
    with History.of(session) as history:
        meant = channel_meant(channel_book(history.connection), channel)
    if name not in meant.members:
        raise AnswerIsNoError(f"{name} is no member of {meant.name}; mailbox channel list shows who is")
    expires = session.clock() + timedelta(days=days)
    secret, credential = new_credential(name, meant.id, operations or USUAL_OPERATIONS, expires)
    arguments = credential_arguments(credential)
    require_possible(session, CREDENTIAL_ISSUE, arguments)
    outcome = session.desk.act(unlocked(session, passphrase_file), CREDENTIAL_ISSUE, arguments)
    if outcome.verdict == "rejected":
        return report_refusal(outcome)
    click.echo(secret)
    return 0
