"""`mailbox debts`: what everyone owes; `mailbox debts scan` looks into the workspaces now."""

from __future__ import annotations

import click

from mailbox_gui.command_line.output.debts import digest, draw_debts
from mailbox_gui.command_line.output.json_lines import print_object
from mailbox_gui.command_line.output.messages import say_nothing_here
from mailbox_gui.command_line.shell.completion import complete_debtors
from mailbox_gui.command_line.shell.failure import WrongUsageError
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.debts.answer import members_of
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.read_models import debt_lists

_SCAN = "scan"


@mailbox_command("debts", reads=True, example="mailbox debts builder --overdue")
@click.argument("agent", required=False, metavar="[AGENT | scan]", shell_complete=complete_debtors)
@click.option("--overdue", is_flag=True, help="Only what is overdue.")
@click.option("--all", "everything", is_flag=True, help="Also what is closed, and markers from the beginning.")
@click.option("--digest", "as_digest", is_flag=True, help="A page in Markdown: by debtor, the oldest first.")
def command(session: Session, agent: str | None, overdue: bool, everything: bool, as_digest: bool) -> None:
    """List what everyone owes, or AGENT alone, the oldest first. `debts scan` looks into the workspaces now."""
    if agent == _SCAN:
        if overdue or everything or as_digest:
            raise WrongUsageError("scan takes none of these options; then run: mailbox debts")
        from mailbox_gui.command_line.debts_scan import scan

        scan(session)
        return
    if everything and as_digest:
        raise WrongUsageError("the digest is of what is owed now: it goes without --all")
    now = session.clock()
    with History.of(session) as history:
        connection = history.connection
        name = None if agent is None else _debtor(session, history, agent)
        if everything:
            every = debt_lists.every(connection, name)
            debts = [debt for debt in every if debt.overdue(now)] if overdue else every
        else:
            debts = debt_lists.owed(connection, name, now if overdue else None)
        counts = [owes for owes in debt_lists.counts(connection, now) if name in (None, owes.debtor)]
    if as_digest:
        click.echo("\n".join(digest(debts, counts, now)))
    elif session.as_json:
        for debt in debts:
            print_object(members_of(debt, now))
    else:
        _draw(session, debts, name, overdue=overdue)
        if not everything:
            _say_baseline(sum(owes.baseline for owes in counts))


def _draw(session: Session, debts: list[Debt], name: str | None, *, overdue: bool) -> None:
    if debts:
        draw_debts(debts, session.clock())
        return
    say_nothing_here(f"{name or 'nobody'} {'has nothing' if name else 'owes anything'}{' overdue' if overdue else ''}")


def _say_baseline(markers: int) -> None:
    """Beside the list: what is there from the beginning is counted, and not owed."""
    if markers:
        what = "marker" if markers == 1 else "markers"
        click.echo(f"{markers} {what} from the beginning, not owed (--all shows them)", err=True)


def _debtor(session: Session, history: History, name: str) -> str:
    """A participant, or somebody who was one and owes something still. Raises AnswerIsNoError."""
    if debt_lists.every(history.connection, name):
        return name
    return session.participant(name)
