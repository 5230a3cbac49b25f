"""Whether the owner's waiver can take effect: the debt is open, meant by its own name, and there is a reason. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.ids import is_id
from mailbox_gui.core.message.names import OWNER

_LIST = "mailbox debts lists what is open"


def waiver_fault(draft: Draft, debts: Sequence[Debt], *, held: bool, again: bool) -> Fault | None:
    """Why this waiver cannot take effect, or None when it does.

    `debts` are the live ones of the name in `ref`, `held` whether it names a message that waits for the owner, `again`
    whether a waiver of the same name is being committed now.
    """
    name, recipient = draft.get("ref"), draft.get("to")
    if held:
        return Fault("decision", f"{name} is held: it is decided, not waived", "approve or decline it")
    if again:
        return Fault("decision", f"{name} is already waived", "nothing is left to decide")
    if not debts:
        return Fault("decision", f"there is no open debt named {name!r} of {recipient} to waive", _LIST)
    if not (draft.body or "").strip():
        return Fault("decision", "waiving needs a reason in the body")
    if is_id(name):
        parties = sorted({party for debt in debts for party in (debt.creditor, debt.debtor)} - {OWNER})
        if recipient not in parties:
            return Fault("decision", f"a waiver goes to somebody whom the debt concerns: {' or '.join(parties)}")
        if draft.get("topic") != debts[0].topic:
            return Fault("decision", "a waiver carries the topic of the message, unchanged")
    if draft.get("sha256") != debts[0].sha256:
        what = "the message" if is_id(name) else "the journal's line that opened the debt"
        return Fault("decision", f"sha256 is not that of {what}", "waive again what is shown now")
    return None
