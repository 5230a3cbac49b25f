"""Check 5: size and number stay within what the rules allow, so that no agent floods the others."""

from __future__ import annotations

from typing import Final

from mailbox_gui.core.checks.facts import Facts
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.faults import DAILY_LIMIT, Fault

NAME: Final = "limits"


def check(draft: Draft, facts: Facts) -> list[Fault]:
    """Refuses a draft over the size limit, and one beyond the sender's number for 24 hours."""
    rules = facts.rules
    faults = []
    most_bytes = rules.message_bytes(draft.folder)
    if draft.size > most_bytes:
        faults.append(
            Fault(
                NAME,
                f"{draft.size:,} bytes; the limit is {most_bytes:,}. A text this long is a report: "
                "put it in the repository and send its path",
                f"shorten it to {most_bytes:,} bytes, or send the path of a file that holds it",
            )
        )
    return faults + check_number(draft, facts)


def check_number(draft: Draft, facts: Facts) -> list[Fault]:
    """Refuses what is beyond the sender's number for 24 hours."""
    most_messages = facts.rules.messages_per_day(draft.folder)
    if most_messages is not None and facts.sent_last_day >= most_messages:
        return [
            Fault(
                NAME,
                f"{facts.sent_last_day} messages of {draft.folder} {DAILY_LIMIT}; the limit is {most_messages}",
                "wait until the oldest is a day old, and put what belongs together into one message",
            )
        ]
    return []
