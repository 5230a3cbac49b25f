"""A debt as programs get it: one object, its members in one order, what there is none of left out."""

from __future__ import annotations

from datetime import datetime

from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.message.moments import format_moment


def members_of(debt: Debt, now: datetime) -> dict[str, object]:
    """The members of the JSON object; moments in UTC, `opened` and `closed` are heights of the journal."""
    members: dict[str, object] = {
        "kind": debt.kind,
        "debtor": debt.debtor,
        "creditor": debt.creditor,
        "ref": debt.ref,
        "topic": debt.topic,
        "opened": debt.opened,
        "opened_at": format_moment(debt.opened_at),
        "due": format_moment(debt.due) if debt.due is not None else None,
        "overdue": debt.overdue(now),
        "waiting_on": debt.waiting_on,
        "state": debt.state,
        "closed": debt.closed,
        "marker": debt.marker,
        "path": debt.path,
        "line": debt.line,
        "commits": debt.commits,
        "newest": debt.newest,
        "since": debt.since,
    }
    return {name: value for name, value in members.items() if value is not None and value != ""}
