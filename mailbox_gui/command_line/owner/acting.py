"""An act of the owner: what would refuse it is told before anybody is asked for a passphrase."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mailbox_gui.command_line.owner.deciding import report_act
from mailbox_gui.command_line.shell.failure import AnswerIsNoError
from mailbox_gui.command_line.shell.history import History
from mailbox_gui.command_line.shell.passphrase import unlocked
from mailbox_gui.command_line.shell.refusal import refusal_line
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.keys.owner_key import owner_public
from mailbox_gui.core.read_models.delegations import last_serial, standing_of
from mailbox_gui.core.read_models.facts import channel_book


def act(session: Session, passphrase_file: Path | None, name: str, arguments: Mapping[str, object], what: str) -> int:
    """Ask for the act `name` and print `what` when it took effect. The exit status. Raises AnswerIsNoError."""
    require_possible(session, name, arguments)
    return report_act(session.desk.act(unlocked(session, passphrase_file), name, arguments), what)


def require_possible(session: Session, name: str, arguments: Mapping[str, object]) -> None:
    """Raise AnswerIsNoError when the relay would refuse the act as things are."""
    from mailbox_gui.core.acts import ALL_ACTS
    from mailbox_gui.core.acts.act import ActFacts, ActRefused

    with History.of(session) as history:
        resting = frozenset(agent for agent in session.rules.agents if history.paused_since(agent) is not None)
        connection = history.connection
        facts = ActFacts(
            session.rules,
            resting,
            session.clock(),
            owner_public(session.office.keys),
            standing=lambda key: standing_of(connection, key),
            last_serial=last_serial(connection),
            book=channel_book(connection),
        )
        try:
            ALL_ACTS[name].judge(arguments, facts)
        except ActRefused as refused:
            raise AnswerIsNoError(refusal_line("", refused.reason, refused.hint)) from None
