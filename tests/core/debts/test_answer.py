"""The object that programs get."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from mailbox_gui.core.debts.answer import members_of
from mailbox_gui.core.debts.debt import Debt

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ORDER = [
    "kind", "debtor", "creditor", "ref", "topic", "opened", "opened_at", "due", "overdue", "waiting_on", "state",
    "closed", "marker", "path", "line", "commits", "newest", "since",
]  # fmt: skip


def debt(**changes: object) -> Debt:
    members: dict[str, object] = {
        "number": 1, "kind": "reply", "debtor": "builder", "creditor": "hub", "ref": "r", "topic": "t",
        "sha256": "0" * 64, "opened": 7, "opened_at": NOON, "due": NOON + timedelta(hours=4), **changes,
    }  # fmt: skip
    return Debt(**members)  # type: ignore[arg-type]


def test_all_members_in_their_order() -> None:
    every = debt(
        state="waiting", waiting_on="hub", closed=9, marker="m", path="p", line=1, commits=2, newest="n", since="s"
    )
    assert list(members_of(every, NOON)) == ORDER


def test_what_there_is_none_of_is_left_out() -> None:
    assert members_of(debt(), NOON) == {
        "kind": "reply", "debtor": "builder", "creditor": "hub", "ref": "r", "topic": "t", "opened": 7,
        "opened_at": "2026-11-30T12:00:00.000Z", "due": "2026-11-30T16:00:00.000Z", "overdue": False, "state": "open",
    }  # fmt: skip


def test_overdue_is_of_what_is_owed() -> None:
    late = NOON + timedelta(hours=5)
    assert members_of(debt(), late)["overdue"] is True
    assert members_of(debt(), NOON + timedelta(hours=4))["overdue"] is False
    assert members_of(debt(state="waiting"), late)["overdue"] is True
    assert members_of(debt(state="closed", closed=9), late)["overdue"] is False
    assert members_of(debt(state="baseline", due=None), late)["overdue"] is False
