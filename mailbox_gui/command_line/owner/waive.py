"""`mailbox owner waive`: does without what somebody owes, with a reason that stays in the history."""

from __future__ import annotations

from pathlib import Path

import click

from mailbox_gui.command_line.output.debts import state_words
from mailbox_gui.command_line.owner.deciding import report_act
from mailbox_gui.command_line.shell.completion import complete_debts, complete_participants
from mailbox_gui.command_line.shell.failure import AnswerIsNoError, WrongUsageError
from mailbox_gui.command_line.shell.history import History, require_enough
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.passphrase import passphrase_file_option, unlocked
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.read_models import debt_lists


@mailbox_command("waive", example="mailbox owner waive slow-payment-mock --reason 'The mock goes away next week.'")
@click.argument("name", metavar="ID", shell_complete=complete_debts)
@click.option("--reason", metavar="TEXT", required=True, help="Why; it stays in the history and is told.")
@click.option(
    "--of", "debtor", metavar="NAME", shell_complete=complete_participants, help="Of whom, where several fit."
)
@passphrase_file_option
def command(session: Session, name: str, reason: str, debtor: str | None, passphrase_file: Path | None) -> int:
    """Waive the debts named ID: the message that opened them, a marker's slug, or work:AGENT."""
    if not reason.strip():
        raise WrongUsageError("waiving needs a reason: it stays in the history")
    debt = _meant(session, name, debtor)
    key = unlocked(session, passphrase_file)
    try:
        outcome = session.desk.waive(key, debt, reason)
    except ValueError as error:
        raise AnswerIsNoError(str(error)) from None
    return report_act(outcome, f"waived {debt.ref}")


def _meant(session: Session, name: str, debtor: str | None) -> Debt:
    """One of the debts that are called so; the others of the same message go with it. Raises AnswerIsNoError."""
    with History.of(session) as history:
        owed = [debt for debt in debt_lists.owed(history.connection) if debtor in (None, debt.debtor)]
        found = [debt for debt in owed if debt.ref == name]
        if not found:
            found = [debt for debt in owed if not debt.marker and _begins(debt.ref, name)]
            if found:
                require_enough(name)
        if not found:
            raise AnswerIsNoError(_why_not(history, name))
    if any(debt.held for debt in found):
        raise AnswerIsNoError(f"{found[0].ref} is held: it is decided, not waived; see mailbox owner approve, decline")
    names = {(debt.ref, debt.debtor if debt.marker else "") for debt in found}
    if len(names) > 1:
        told = ", ".join(f"{ref} of {of}" if of else ref for ref, of in sorted(names))
        raise AnswerIsNoError(f"{name!r} could be any of {told}: give more of the name, or --of NAME")
    return found[0]


def _begins(ref: str, name: str) -> bool:
    return ref.startswith(name) or ref.rpartition("-")[2].startswith(name)


def _why_not(history: History, name: str) -> str:
    closed = [debt for debt in debt_lists.every(history.connection) if debt.ref == name and not debt.live]
    if closed:
        last = closed[-1]
        height = f" at height {last.closed}" if last.closed is not None else ""
        return f"the debt of {last.debtor} named {name} is not open: {state_words(last)}{height}"
    return f"no open debt is called {name!r}; mailbox debts lists them"
