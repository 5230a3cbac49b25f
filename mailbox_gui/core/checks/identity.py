"""Check 1: who wrote it is said by the folder, and a draft is a plain file."""

from __future__ import annotations

from typing import Final

from mailbox_gui.core.checks.facts import Facts
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.escape import quoted
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.names import OWNER

NAME: Final = "identity"


def check(draft: Draft, facts: Facts) -> list[Fault]:  # noqa: ARG001 - every check has the same form
    """Refuses what is not a plain file, and a `from` that differs from the folder. A missing `from` is `header`."""
    faults = [fault for fault in draft.faults if fault.check == NAME]
    claimed = draft.get("from")
    if claimed and claimed != draft.folder:
        faults.append(
            Fault(NAME, f"from is {quoted(claimed)}, but the file lay in the outbox of {draft.folder}", _hint(draft))
        )
    return faults


def _hint(draft: Draft) -> str:
    if draft.get("from") == OWNER:
        return f"nobody writes as the owner; write from: {draft.folder}"
    return f"write from: {draft.folder}, or drop the file into the outbox of the agent that sends it"
