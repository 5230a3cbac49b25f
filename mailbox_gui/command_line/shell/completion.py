"""What the shell offers behind a command: participants, message ids. A completion never fails and never waits long."""

from __future__ import annotations

from collections.abc import Callable

import click
from click.shell_completion import CompletionItem

from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.message.kinds import KINDS, REQUIRES

_MOST_IDS = 100


def complete_participants(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The agents and the owner."""
    return _quietly(context, lambda session: [CompletionItem(name) for name in session.rules.participants()], begun)


def complete_agents(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The agents."""
    return _quietly(context, lambda session: [CompletionItem(name) for name in session.rules.agents], begun)


def complete_kinds(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The kinds of a message that anybody sends; a decision is made with `mailbox owner`."""
    return [CompletionItem(kind) for kind in KINDS if kind != "decision" and kind.startswith(begun)]


def complete_requires(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """What a message can require."""
    return [CompletionItem(word) for word in REQUIRES if word.startswith(begun)]


def complete_ids(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The newest messages that begin so, each with its topic."""

    def newest(session: Session) -> list[CompletionItem]:
        from mailbox_gui.command_line.shell.history import History
        from mailbox_gui.core.message.escape import visible

        with History.of(session) as history:
            rows = [row for row in history.newest(_MOST_IDS, begun) if row.id]
        return [CompletionItem(row.id, help=visible(row.topic)[:60]) for row in rows]

    return _quietly(context, newest, begun)


def complete_held(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The messages that wait for the owner."""

    def waiting(session: Session) -> list[CompletionItem]:
        from mailbox_gui.command_line.shell.history import History
        from mailbox_gui.core.message.escape import visible

        with History.of(session) as history:
            return [CompletionItem(row.id, help=visible(row.topic)[:60]) for row in history.waiting()]

    return _quietly(context, waiting, begun)


def complete_debts(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The names of what is owed."""

    def owed(session: Session) -> list[CompletionItem]:
        from mailbox_gui.command_line.shell.history import History
        from mailbox_gui.core.message.escape import visible
        from mailbox_gui.core.read_models import debt_lists

        with History.of(session) as history:
            found = {debt.ref: debt for debt in debt_lists.owed(history.connection) if not debt.held}
        return [
            CompletionItem(name, help=visible(f"{debt.debtor}: {debt.kind}, {debt.topic}")[:60])
            for name, debt in found.items()
        ]

    return _quietly(context, owed, begun)


def complete_debtors(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The participants, and the word that has the workspaces scanned."""
    scan = [CompletionItem("scan", help="look into the workspaces now")] if "scan".startswith(begun) else []
    return [*complete_participants(context, parameter, begun), *scan]


def complete_sessions(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The session keys that are not revoked, each with its agent."""

    def valid(session: Session) -> list[CompletionItem]:
        from mailbox_gui.command_line.shell.history import History
        from mailbox_gui.core.read_models.delegations import delegations

        with History.of(session) as history:
            found = [row for row in delegations(history.connection) if row.revoked_height is None]
        return [CompletionItem(row.session, help=f"{row.agent}, until {row.expires:%Y-%m-%d}") for row in found]

    return _quietly(context, valid, begun)


def _quietly(
    context: click.Context, offers: Callable[[Session], list[CompletionItem]], begun: str
) -> list[CompletionItem]:
    # The shell would print a stack into the middle of the line being typed: whatever fails, nothing is offered.
    session = context.find_object(Session) or Session()
    try:
        return [item for item in offers(session) if str(item.value).startswith(begun)]
    except Exception:  # noqa: BLE001 - the outer guard of a completion
        return []
