"""Check 4: the pair of sender and recipient is in the table of routes."""

from __future__ import annotations

from typing import Final

from mailbox_gui.core.checks.facts import Facts
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.names import OWNER

NAME: Final = "route"


def check(draft: Draft, facts: Facts) -> list[Fault]:
    """Refuses a pair that is not in the table. A recipient that is not there is `recipient`'s to say."""
    sender, to = draft.folder, draft.get("to")
    rules = facts.rules
    if sender == to or (to not in rules.agents and to != OWNER) or rules.may_write(sender, to):
        return []
    if sender == OWNER and draft.get("kind") == "decision":
        return []  # the owner's decisions need no route
    reason = f"{sender} → {to} is not in the routes table"
    hub = rules.hub
    if hub not in (sender, to):
        between = "" if OWNER in (sender, to) else "; projects write to each other only through the hub"
        if rules.may_write(sender, hub):
            return [Fault(NAME, reason + between, f"send it to {hub} and ask for it to be passed on")]
    open_to = [name for name in rules.participants() if rules.may_write(sender, name)]
    if open_to:
        hint = f"{sender} may write to {', '.join(open_to[:12])}; the owner can add a route in rules.json"
    else:
        hint = f"{sender} may write to nobody yet; the owner adds routes in rules.json"
    return [Fault(NAME, reason, hint)]
