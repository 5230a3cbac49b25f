"""Which message answers which debt: one predicate for closing, for probable closes and for whoever fills in a `ref`."""

from __future__ import annotations

from mailbox_gui.core.debts.debt import Debt, Kind


def may_answer(debt: Debt, kind: str, sender: str, recipient: str) -> bool:
    """Whether a message of `kind` from `sender` to `recipient` answers the debt, once it names what opened it.

    A report may go to anybody; a reply is for the one who asked. The owner answers what was asked by a reply; what is
    held is decided, and markers and commits are told of by other means.
    """
    if debt.debtor != sender or debt.held or debt.marker or debt.commits is not None:
        return False
    return _fits(debt.kind, kind, to_creditor=recipient == debt.creditor)


def _fits(owed: Kind, kind: str, *, to_creditor: bool) -> bool:
    match owed:
        case "reply":
            return kind in ("reply", "report") and to_creditor
        case "report":
            return kind == "report"
        case "decision":
            return kind == "reply"
        case "workaround":
            return False
