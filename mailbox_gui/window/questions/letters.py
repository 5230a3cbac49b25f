"""What the relay would say of the owner's draft, and what a draft that was handed over before has become."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from mailbox_gui.core.acts.outgoing import Outgoing
from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.ids import is_id
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.read_models.facts import known
from mailbox_gui.core.relay.rehearsal import rehearse
from mailbox_gui.window.models.letter_view import LetterView, letter_view
from mailbox_gui.window.questions.source import Source

Scan = Callable[[Draft], tuple[Finding, ...]]


class NoRulesYet(Exception):
    """Nothing can be checked: no rules are in force."""


def rehearsed(source: Source, mail: Outgoing, now: datetime, scan: Scan) -> LetterView:
    """The draft under all checks, as the relay would judge it at this moment. Raises NoRulesYet, OSError."""
    rules = source.rules
    if rules is None:
        raise NoRulesYet("no rules are in force yet: start the relay once")
    connection = source.connection
    rehearsal = rehearse(mail, rules, now, lambda message_id: known(connection, message_id), scan, source.owner_key)
    reference = known(connection, mail.ref) if is_id(mail.ref) else None
    unread = len(source.unread_ids(mail.to)) if mail.to in rules.agents else None
    return letter_view(mail, rehearsal, now, unread=unread, ref_topic=visible(reference.topic) if reference else "")


def was_sent(source: Source, message_id: str) -> bool:
    """Whether a message lies in the owner's outbox or was taken by the relay."""
    lies = (source.office.root / OWNER / "outbox" / f"{message_id}.md").exists()
    return lies or known(source.connection, message_id) is not None
