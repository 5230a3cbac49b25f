"""What approve, decline and ask have in common: the held message meant, and the relay's answer in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mailbox_gui.command_line.output.colour import painted
from mailbox_gui.command_line.output.moments import full
from mailbox_gui.command_line.shell.failure import DONE, NO, AnswerIsNoError
from mailbox_gui.command_line.shell.guard import say
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.refusal import refusal_line
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.read_models.rows import MessageRow

if TYPE_CHECKING:
    from mailbox_gui.core.relay.desk import Outcome


def held_message(session: Session, text: str) -> MessageRow:
    """The waiting message that is called `text`. Raises AnswerIsNoError, saying what became of it."""
    with History.of(session) as history:
        row = history.message_to_act_on(text)
    match row.verdict:
        case "held":
            return row
        case "approved" | "declined":
            when = full(row.decided_at) if row.decided_at else "an unknown time"
            note = f" with the note: {row.note}" if row.note else ""
            raise AnswerIsNoError(f"{row.id} was already {row.verdict} at {when} by the owner{note}")
        case _:
            raise AnswerIsNoError(
                f"{row.id} does not wait for the owner: it was {row.verdict}; see mailbox owner queue"
            )


def report_act(outcome: Outcome, what: str) -> int:
    """Print what the relay answered to an act of the owner: `what` when it took effect. The exit status."""
    if outcome.verdict == "rejected":
        return report_refusal(outcome)
    height = f" (height {outcome.height})" if outcome.height else ""
    click.echo(f"{painted('done', what)}{height}")
    return DONE


def report_refusal(outcome: Outcome) -> int:
    """Say why an act of the owner was refused. The exit status."""
    # "act" is the program's own word for what the person knows by its command.
    check = "" if outcome.check == "act" else outcome.check
    say(f"refused: {refusal_line(check, outcome.reason, outcome.hint, outcome.also)}")
    return NO
