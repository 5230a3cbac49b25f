"""What the folders hold against what the journal says: each difference is told once."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.records import Accepted, Decided, Held
from mailbox_gui.core.message.faults import Fault
from mailbox_gui.core.message.reason_file import render_reason
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.read_models.reconciliation import Difference, Folders, folders_against_journal
from tests.core.read_models.history import START, History, accepted, decided, held, rejected

ASK, NO = held("builder", "hub", topic="ask"), held("builder", "hub", topic="no")
YES = held("builder", "hub", topic="yes")
PLAIN = accepted("builder", "hub", topic="plain")
DECLINE, APPROVE = decided(NO, "decline", "not now"), decided(YES, "approve", "go")
REFUSED = rejected("builder", "site", topic="refused", file="refused.md")


class Office:
    """Folders as the relay leaves them after the history below."""

    def __init__(self, root: Path, index: Index) -> None:
        self.root, self.index = root, index
        for folder in ("queue", "hub/inbox", "hub/done", "builder/inbox", "builder/done", "builder/rejected"):
            (root / folder).mkdir(parents=True)
        self.put("queue", ASK)
        self.put("hub/inbox", PLAIN)
        self.put("hub/done", YES)
        self.put("builder/inbox", DECLINE)
        self.put("builder/inbox", APPROVE)
        self.put("builder/rejected", NO)
        self.reason(f"{NO.id}.md", "owner", 6)
        (root / "builder/rejected/refused.md").write_text("as it was")
        self.reason("refused.md", "route", 5)

    def put(self, folder: str, record: Accepted | Held | Decided) -> None:
        (self.root / folder / f"{record.id}.md").write_bytes(message_bytes(record))

    def reason(self, name: str, check: str, height: int, at: datetime = START) -> None:
        content = render_reason([Fault(check, "no")], file=name, id=None, at=at, height=height)
        (self.root / "builder/rejected" / f"{name}.reason").write_bytes(content)

    def differences(self) -> list[Difference]:
        names = ("hub", "builder")
        folders = Folders(
            self.root / "queue",
            {name: self.root / name / "inbox" for name in names},
            {name: self.root / name / "done" for name in names},
            {name: self.root / name / "rejected" for name in names},
        )
        return folders_against_journal(folders, self.index.connection)


@pytest.fixture
def office(tmp_path: Path, history: History, index_of: Callable[[History], Index]) -> Office:
    for record in (PLAIN, ASK, NO, YES, REFUSED, DECLINE, APPROVE):
        history.add(record)
    return Office(tmp_path / "office", index_of(history))


def test_folders_as_the_relay_left_them_are_as_the_journal_says(office: Office) -> None:
    assert office.differences() == []


def _queue_file(office: Office) -> Path:
    return office.root / "queue" / f"{ASK.id}.md"


def _plain(office: Office) -> Path:
    return office.root / "hub/inbox" / f"{PLAIN.id}.md"


def _notice(office: Office) -> Path:
    return office.root / "builder/inbox" / f"{APPROVE.id}.md"


def _append(path: Path) -> None:
    with path.open("ab") as stream:
        stream.write(b" ")


def _to_a_link(path: Path) -> None:
    path.rename(path.with_suffix(".kept"))
    path.symlink_to(path.with_suffix(".kept"))


def _to_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("change", "differences"),
    [
        (lambda o: _queue_file(o).unlink(), ["missing from the queue owner"]),
        (lambda o: _append(_queue_file(o)), ["changed in the queue owner"]),
        (lambda o: _to_a_pipe(_queue_file(o)), ["changed in the queue owner"]),
        (lambda o: _to_a_link(_queue_file(o)), ["unreadable owner"]),
        (lambda o: o.put("queue", PLAIN), ["unknown in the queue owner"]),
        (lambda o: o.put("queue", YES), ["unknown in the queue owner"]),
        (lambda o: (o.root / "queue" / "notes.txt").write_text("x"), []),
        (lambda o: _append(_plain(o)), ["changed in an inbox hub"]),
        (lambda o: _append(_notice(o)), ["changed in an inbox builder"]),
        (lambda o: (o.root / "hub/inbox/hello.md").write_text("x"), ["unknown in an inbox hub"]),
        (lambda o: o.put("hub/inbox", DECLINE), ["unknown in an inbox hub"]),
        (lambda o: o.put("hub/inbox", ASK), ["unknown in an inbox hub"]),
        (lambda o: o.put("hub/inbox", YES), []),
        (lambda o: _plain(o).rename(o.root / "hub/done" / _plain(o).name), []),
        (lambda o: _plain(o).unlink(), ["handled or removed by the agent hub"]),
        (lambda o: (o.root / "builder/rejected/refused.md.reason").unlink(), ["refused without a reason builder"]),
        (lambda o: (o.root / "builder/rejected/refused.md").unlink(), []),
        (lambda o: o.reason("refused.md", "route", 1), ["unknown in rejected builder"]),
        (lambda o: o.reason("refused.md", "route", 99), ["unknown in rejected builder"]),
        (lambda o: (o.root / "builder/rejected/refused.md.reason").write_text("[]"), ["unknown in rejected builder"]),
    ],
)
def test_each_difference_is_told_once(
    office: Office, change: Callable[[Office], object], differences: list[str]
) -> None:
    change(office)
    found = office.differences()
    assert [f"{each.kind} {each.participant}" for each in found] == differences
    assert all(each.fault is (each.kind != "handled or removed by the agent") for each in found)


def test_folders_that_are_not_there_hold_nothing(office: Office, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    found = folders_against_journal(
        Folders(nowhere, {"hub": nowhere}, {"hub": nowhere}, {"hub": nowhere}), office.index.connection
    )
    assert [(each.kind, each.number) for each in found] == [
        ("missing from the queue", 1),
        ("handled or removed by the agent", 2),
    ]
