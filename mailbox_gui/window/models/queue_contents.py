"""What the queue shows, from one reading: what waits and what was decided today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mailbox_gui.window.decisions import Decision, Stage
from mailbox_gui.window.models.list_items import DecidedItem, GroupItem, ListItem, SentenceItem, WaitingItem
from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.moments import age

_MOST_DECIDED = 200


@dataclass(frozen=True, slots=True)
class QueueContents:
    """Rows of the queue, the longest waiting first, and of today's decisions, newest first."""

    waiting: tuple[ListRow, ...] = ()
    decided: tuple[ListRow, ...] = ()
    last_decision: datetime | None = None


@dataclass(frozen=True, slots=True)
class QueueShape:
    """How the owner looks at it."""

    newest_first: bool = False
    decided_open: bool = True


def queue_items(
    contents: QueueContents,
    shape: QueueShape,
    pending: Sequence[tuple[Decision, Stage, int]],
    now: datetime,
) -> list[ListItem]:
    """The list: what waits, without what is being decided; then today's decisions, the pending ones first."""
    under_way = [(decision, stage, left) for decision, stage, left in pending if stage is not Stage.FAILED]
    gone = {decision.row.key for decision, _, _ in under_way if decision.verb != "ask"}
    asked = {decision.row.key for decision, _, _ in under_way if decision.verb == "ask"}
    waiting = [row for row in contents.waiting if row.key not in gone]
    if shape.newest_first:
        waiting.reverse()
    items: list[ListItem] = [WaitingItem(replace(row, flag="asked") if row.key in asked else row) for row in waiting]
    if not items:
        last = f"Last decision {age(now - contents.last_decision)} ago" if contents.last_decision else ""
        items.append(SentenceItem("Nothing waits for you", last, "tray"))
    known = {row.key for row in contents.decided}
    fresh = [
        DecidedItem(replace(decision.row, verdict=_WORDS[decision.verb]), _when(stage, left), pending=True)
        for decision, stage, left in under_way
        if decision.verb != "ask" and decision.row.key not in known
    ]
    count = len(fresh) + len(contents.decided)
    if count:
        items.append(GroupItem("Decided today", count, shape.decided_open))
        if shape.decided_open:
            items += fresh
            items += [DecidedItem(row, row.stamp) for row in contents.decided[:_MOST_DECIDED]]
    return items


_WORDS = {"approve": "approved", "decline": "declined", "ask": "held"}


def _when(stage: Stage, left: int) -> str:
    return f"in {left} s" if stage is Stage.UNDOABLE else "sending…" if stage is Stage.SENDING else "now"
