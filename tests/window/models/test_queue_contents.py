"""The queue's list: what is being decided stands with the decided, what is asked about stays."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from mailbox_gui.window.decisions import Decision, HeldMessage, Stage, Verb
from mailbox_gui.window.models.list_items import DecidedItem, GroupItem, SentenceItem, WaitingItem
from mailbox_gui.window.models.list_row import ListRow
from mailbox_gui.window.models.queue_contents import QueueContents, QueueShape, queue_items

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def row(key: str, verdict: str = "held") -> ListRow:
    return ListRow(key, 1, NOW, "builder", "hub", "request", key, "", verdict, stamp="11:00")


def decision(verb: Verb, key: str) -> Decision:
    return Decision(verb, row(key), HeldMessage(key, "builder", key, "00"))


CONTENTS = QueueContents((row("a"), row("b"), row("c")), (row("z", "approved"),), NOW)


def test_what_is_decided_leaves_the_waiting_at_once() -> None:
    items = queue_items(CONTENTS, QueueShape(), [(decision("decline", "b"), Stage.UNDOABLE, 5)], NOW)
    assert [each.row.key for each in items if isinstance(each, WaitingItem)] == ["a", "c"]
    assert items[2] == GroupItem("Decided today", 2, True)
    pending = items[3]
    assert isinstance(pending, DecidedItem)
    assert (pending.row.key, pending.row.verdict, pending.when) == ("b", "declined", "in 5 s")


def test_a_question_leaves_its_message_waiting() -> None:
    items = queue_items(CONTENTS, QueueShape(), [(decision("ask", "b"), Stage.SENDING, 0)], NOW)
    waiting = [each.row for each in items if isinstance(each, WaitingItem)]
    assert [(each.key, each.flag) for each in waiting] == [("a", ""), ("b", "asked"), ("c", "")]


def test_a_decision_that_failed_puts_the_message_back() -> None:
    items = queue_items(CONTENTS, QueueShape(), [(decision("approve", "b"), Stage.FAILED, 0)], NOW)
    assert [each.row.key for each in items if isinstance(each, WaitingItem)] == ["a", "b", "c"]


def test_the_journal_and_the_pending_list_never_show_one_decision_twice() -> None:
    items = queue_items(CONTENTS, QueueShape(), [(decision("approve", "z"), Stage.DONE, 0)], NOW)
    assert [each.row.key for each in items if isinstance(each, DecidedItem)] == ["z"]


def test_newest_first_and_a_folded_group() -> None:
    items = queue_items(CONTENTS, QueueShape(newest_first=True, decided_open=False), [], NOW)
    assert [each.row.key for each in items if isinstance(each, WaitingItem)] == ["c", "b", "a"]
    assert items[-1] == GroupItem("Decided today", 1, False)


def test_an_empty_queue_says_when_something_was_decided_last() -> None:
    items = queue_items(QueueContents(last_decision=NOW), QueueShape(), [], NOW)
    assert items == [SentenceItem("Nothing waits for you", "Last decision 0 s ago", "tray")]


def test_what_is_beyond_the_rows_is_said_and_counted() -> None:
    contents = QueueContents((row("a"), row("b")), (row("z", "approved"),), NOW, more=1234, decided_count=300)
    items = queue_items(contents, QueueShape(), [], NOW)
    assert items[2] == SentenceItem("1,234 more wait", "They are read when you come here", "dots-three")
    assert items[3] == GroupItem("Decided today", 300, True)


def test_what_was_put_off_stands_apart_the_next_to_come_back_first() -> None:
    later = {"a": NOW + timedelta(hours=20), "c": NOW + timedelta(minutes=48)}
    items = queue_items(CONTENTS, QueueShape(later_open=True), [], NOW, later)
    assert [each.row.key for each in items if isinstance(each, WaitingItem)] == ["b"]
    assert items[1] == GroupItem("Later", 2, True)
    back = [(each.row.key, each.when) for each in items[2:4] if isinstance(each, DecidedItem)]
    assert back[0] == ("c", "in 48 min")
    assert back[1][0] == "a"
    assert back[1][1].startswith("tomorrow, ")
