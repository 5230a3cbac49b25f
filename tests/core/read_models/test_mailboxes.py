"""The boxes of a participant: lists, pages, counts, unread mail."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from mailbox_gui.core.read_models import mailboxes
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.read_models.rows import MessageRow
from tests.core.read_models.history import START, History, accepted, decided, held, rejected

Make = Callable[[History], Index]


def _lived_in(history: History) -> dict[str, str]:
    yes, no = held("builder", "hub", topic="deploy"), held("builder", "hub", topic="drop")
    plain = accepted("builder", "hub", topic="green")
    history.add(plain)
    history.add(yes)
    history.add(no)
    history.add(held("builder", "hub", topic="wait"))
    history.add(rejected("builder", "site", topic="refused"))
    history.add(decided(yes, "approve"))
    history.add(decided(no, "decline", "not now"))
    history.add(accepted("hub", "builder", topic="thanks", kind="note"))
    return {"plain": plain.id, "yes": yes.id, "no": no.id}


def test_the_boxes_of_an_agent(history: History, index_of: Make) -> None:
    _lived_in(history)
    connection = index_of(history).connection

    def topics(rows: list[MessageRow]) -> list[str]:
        return [f"{row.topic} {row.verdict}" for row in rows]

    assert topics(mailboxes.outbox_history(connection, "builder")) == [
        "wait held", "drop declined", "deploy approved", "green accepted",
    ]  # fmt: skip
    assert topics(mailboxes.rejected(connection, "builder")) == ["refused rejected", "drop declined"]
    assert topics(mailboxes.inbox_history(connection, "builder")) == [
        "thanks accepted", "drop decision", "deploy decision",
    ]  # fmt: skip
    assert topics(mailboxes.inbox_history(connection, "hub")) == ["deploy approved", "green accepted"]


def test_pages_follow_each_other_without_gap_or_repeat(history: History, index_of: Make) -> None:
    for number in range(25):
        history.add((accepted, rejected)[number % 5 == 3]("builder", "hub", topic=str(number)))
    connection = index_of(history).connection
    for listing in (mailboxes.sent("builder"), mailboxes.refused("builder"), mailboxes.delivered("hub")):
        whole = listing.page(connection)
        pages, before = [], None
        while page := listing.page(connection, before, 3):
            pages += page
            before = page[-1].height
        assert pages == whole
        assert listing.oldest(connection) == whole[::-1]
        assert listing.count(connection) == len(whole) > 0


def test_the_inbox_is_what_lies_in_the_folder(history: History, index_of: Make, tmp_path: Path) -> None:
    ids = _lived_in(history)
    folder = tmp_path / "inbox"
    folder.mkdir()
    for name in (f"{ids['yes']}.md", f"{ids['plain']}.md", f"{ids['no']}.md", "hello.md", ".hidden.md", "note.txt"):
        (folder / name).write_text("x")
    connection = index_of(history).connection
    found = mailboxes.inbox(connection, folder, "hub")
    assert [row.id for row in found.mail] == [ids["yes"], ids["plain"]]
    # The declined message never came to hub: its file there is nobody's mail.
    assert found.unknown == (f"{ids['no']}.md", "hello.md")
    assert mailboxes.inbox(connection, tmp_path / "none", "hub").mail == ()


def test_counts_are_the_lengths_of_the_lists(history: History, index_of: Make, tmp_path: Path) -> None:
    ids = _lived_in(history)
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / f"{ids['plain']}.md").write_text("x")
    connection = index_of(history).connection
    for agent in ("builder", "hub", "site", "owner"):
        for since in (None, START, START + timedelta(seconds=4), START + timedelta(days=1)):
            lists = [mailboxes.sent(agent), mailboxes.delivered(agent), mailboxes.refused(agent)]
            if since is not None:
                lists = [each.since(connection, since) for each in lists]
            counts = mailboxes.counts(connection, tmp_path / "inbox", agent, since)
            assert [counts.sent, counts.delivered, counts.rejected] == [len(each.page(connection)) for each in lists]
            assert counts.unread == (1 if agent == "hub" else 0)
