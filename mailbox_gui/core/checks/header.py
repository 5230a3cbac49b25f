"""Check 2: the header is complete, well formed and names only what the sender may know."""

from __future__ import annotations

from typing import Final

from mailbox_gui.core.checks.facts import Facts, Known
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.fields import field_faults
from mailbox_gui.core.message.ids import is_id
from mailbox_gui.core.message.names import OWNER

NAME: Final = "header"

# A held message is its recipient's only once the owner let it through.
_RECEIVED: Final = frozenset({"accepted", "approved", "decision"})


def check(draft: Draft, facts: Facts) -> list[Fault]:
    """Refuses what the grammar and the fields do not allow, and a `ref` to a message that the sender cannot know."""
    if draft.raw is None and draft.head is None:
        return []  # not a plain file, or a header that does not end within the limit: nothing can be said of it
    faults = [fault for fault in draft.faults if fault.check == NAME]
    faults.extend(field_faults(draft, facts.now))
    reference = draft.get("ref")
    if reference and is_id(reference) and not _may_name(draft, facts.known(reference)):
        faults.append(
            Fault(
                NAME,
                f"ref: {reference} is no message that {draft.folder} sent or received"
                if draft.folder != OWNER
                else f"ref: {reference} is no message of this post office",
                "give the id of a message that was accepted or held, or leave ref out; "
                "`mailbox inbox` and `mailbox journal` show ids",
            )
        )
    return faults


def _may_name(draft: Draft, known: Known | None) -> bool:
    """Whether the sender may refer to the message: the same answer for one that is not there and one of others."""
    if known is None:
        return False
    if draft.folder in (OWNER, known.sender):
        return True
    return known.recipient == draft.folder and known.state in _RECEIVED
