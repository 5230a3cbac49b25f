"""What the queue shows, from one reading: what waits and what was decided today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType

from mailbox_gui.window.decisions import Decision, Stage
from mailbox_gui.window.models.list_items import DecidedItem, GroupItem, ListItem, SentenceItem, WaitingItem
from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.moments import age, long_stamp

_MOST_DECIDED = 200
LATER, DECIDED_TODAY = "Later", "Decided today"


@dataclass(frozen=True, slots=True)
class QueueContents:
    """Rows of the queue, the longest waiting first, and of today's decisions, newest first.

    `more` wait beyond the rows that were read, at the end of the list; `decided_count` counts all of today's decisions.
    """

    waiting: tuple[ListRow, ...] = ()
    decided: tuple[ListRow, ...] = ()
    last_decision: datetime | None = None
    more: int = 0
    decided_count: int = 0


@dataclass(frozen=True, slots=True)
class QueueShape:
    """How the owner looks at it."""

    newest_first: bool = False
    decided_open: bool = True
    later_open: bool = False


def queue_items(
    contents: QueueContents,
    shape: QueueShape,
    pending: Sequence[tuple[Decision, Stage, int]],
    now: datetime,
    later: Mapping[str, datetime] = MappingProxyType({}),
) -> list[ListItem]:
    """The list: what waits, without what is being decided; what was put off; today's decisions, pending ones first."""
    under_way = [(decision, stage, left) for decision, stage, left in pending if stage is not Stage.FAILED]
    gone = {decision.row.key for decision, _, _ in under_way if decision.verb != "ask"}
    asked = {decision.row.key for decision, _, _ in under_way if decision.verb == "ask"}
    waiting = [row for row in contents.waiting if row.key not in gone and row.key not in later]
    put_off = [row for row in contents.waiting if row.key not in gone and row.key in later]
    if shape.newest_first:
        waiting.reverse()
    items: list[ListItem] = [WaitingItem(replace(row, flag="asked") if row.key in asked else row) for row in waiting]
    if not items:
        last = f"Last decision {age(now - contents.last_decision)} ago" if contents.last_decision else ""
        items.append(SentenceItem("Nothing waits for you", last, "tray"))
    if contents.more:
        items.append(SentenceItem(f"{contents.more:,} more wait", "They are read when you come here", "dots-three"))
    if put_off:
        put_off.sort(key=lambda row: later[row.key])
        items.append(GroupItem(LATER, len(put_off), shape.later_open))
        if shape.later_open:
            items += [DecidedItem(row, _back(later[row.key], now)) for row in put_off]
    known = {row.key for row in contents.decided}
    fresh = [
        DecidedItem(replace(decision.row, verdict=_WORDS[decision.verb]), _when(stage, left), pending=True)
        for decision, stage, left in under_way
        if decision.verb != "ask" and decision.row.key not in known
    ]
    count = len(fresh) + max(len(contents.decided), contents.decided_count)
    if count:
        items.append(GroupItem(DECIDED_TODAY, count, shape.decided_open))
        if shape.decided_open:
            items += fresh
            items += [DecidedItem(row, row.stamp) for row in contents.decided[:_MOST_DECIDED]]
    return items


_WORDS = {"approve": "approved", "decline": "declined", "ask": "held"}


def _back(until: datetime, now: datetime) -> str:
    """When a message that was put off comes back: `in 48 min`, or the moment when that is far."""
    left = until - now
    return f"in {age(left)}" if left < timedelta(hours=6) else long_stamp(until, now)


def _when(stage: Stage, left: int) -> str:
    return f"in {left} s" if stage is Stage.UNDOABLE else "sending…" if stage is Stage.SENDING else "now"
