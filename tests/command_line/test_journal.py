"""`mailbox journal`, `search` and `thread`: the history in order, found by anything a person types."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.core.journal.reader import JournalReader
from tests.command_line.conftest import Mailbox
from tests.support.post_office import Dropped, TestOffice


@pytest.fixture
def sent(office: TestOffice, pass_over: Callable[[], None]) -> dict[str, Dropped]:
    """Messages of several kinds, one refused, one answered."""
    first = office.drop(topic="POL-358 nightly build", kind="question", body='A "quoted" text, сборка зелёная.\n')
    pass_over()
    drafts = {
        "first": first,
        "answer": office.drop("hub", to="builder", topic="Re", kind="reply", ref=first.id),
        "refused": office.drop("site", to="builder", topic="no route"),
    }
    pass_over()
    return drafts


def test_the_journal_is_told_newest_first_and_to_the_letter(
    office: TestOffice, mailbox: Mailbox, sent: dict[str, Dropped]
) -> None:
    reader = JournalReader(office.office.journal)
    heights = [line["height"] for line in mailbox("journal", "--json").objects]
    assert heights == list(range(reader.last_height(), 0, -1))
    told = mailbox("journal", "--limit", "3", "--json").out.encode().splitlines(keepends=True)
    stored = next(iter(office.office.journal.glob("*.jsonl"))).read_bytes().splitlines(keepends=True)
    assert told == stored[:-4:-1]


def test_every_line_is_told_in_words(mailbox: Mailbox, sent: dict[str, Dropped]) -> None:
    told = mailbox("journal").out
    assert "accepted" in told
    assert "question: POL-358 nightly build" in told
    assert "site → builder" in told
    assert "rules.json took effect, serial 1" in told
    assert "the relay signed the chain up to height" in told


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (["from:builder"], ["first"]),
        (["to:builder"], ["refused", "answer"]),
        (["зелен"], ["first"]),
        (["POL-358"], ["first"]),
        (["nightly build"], ["first"]),
        (["-nightly build", "agent:builder"], ["refused", "answer"]),
        (["topic:nightly build", "kind:question"], ["first"]),
        (["verdict:rejected"], ["refused"]),
        (["-verdict:rejected", "-kind:question"], ["answer"]),
        (["-check:header", "verdict:rejected"], ["refused"]),
        (["check:route"], ["refused"]),
        (["is:unread"], ["answer", "first"]),
        (["from:builder is:unread"], ["first"]),
    ],
)
def test_a_query_finds(mailbox: Mailbox, sent: dict[str, Dropped], query: list[str], found: list[str]) -> None:
    told = mailbox("search", *query, "--json")
    assert told.status == 0
    assert [line["id"] for line in told.objects] == [sent[name].id for name in found]
    assert mailbox("journal", *query, "--json").out == told.out


@pytest.mark.parametrize("query", ["*", "NEAR", "(", "from:", "'; DROP TABLE message", "\x00", "x:y", "\udcff"])
def test_whatever_is_typed_is_answered(mailbox: Mailbox, sent: dict[str, Dropped], query: str) -> None:
    told = mailbox("search", query)
    assert told.status in (0, 1)
    said = [line for line in told.err.splitlines() if not line.startswith("note: ")]
    assert told.status == 0 or said == ["nothing was found"]


@pytest.mark.parametrize(
    ("query", "note"),
    [
        (["kind:nte"], "note: kind:nte: there is no such kind; did you mean note?"),
        (["from:bilder", "kind:question"], "note: from:bilder: nobody here is called so; did you mean builder?"),
        (["is:foo"], "is:foo: there is no such state"),
        (["after:nonsense"], "not a point in time"),
        (["after:"], "nothing follows the colon"),
        (['"open'], "the quote is not closed"),
        (["topic:\x1b[2J", "kind:\x1b[2J"], "kind:␛[2J: there is no such kind"),
    ],
)
def test_a_slip_is_told_beside_the_answer(
    mailbox: Mailbox, sent: dict[str, Dropped], query: list[str], note: str
) -> None:
    for command in ("search", "journal"):
        for form in ((), ("--json",)):
            told = mailbox(command, *query, *form)
            assert note in told.err
            assert "note: " not in told.out
    assert "note: " not in mailbox("search", "from:builder").err


@pytest.mark.parametrize("name", ["search", "journal"])
def test_the_short_name_of_help_is_no_query(mailbox: Mailbox, sent: dict[str, Dropped], name: str) -> None:
    for arguments in (("-h",), ("-h", "from:hub"), ("from:hub", "-h")):
        assert mailbox(name, *arguments).out == mailbox(name, "--help").out
    assert mailbox(name, "--", "-h").status == 0
    assert mailbox(name, "-check:header", "verdict:rejected", "--json").objects != []


def test_a_limit_says_that_there_is_more(mailbox: Mailbox, sent: dict[str, Dropped]) -> None:
    told = mailbox("search", "from:builder", "--limit", "1")
    assert (len(told.out.splitlines()), told.err) == (2, "")
    told = mailbox("search", "agent:builder", "--limit", "1")
    assert len(told.out.splitlines()) == 2
    assert "there are more" in told.err


def test_a_thread_is_in_order_from_any_end(mailbox: Mailbox, sent: dict[str, Dropped]) -> None:
    wanted = [sent["first"].id, sent["answer"].id]
    for name in ("first", "answer"):
        assert [line["id"] for line in mailbox("thread", sent[name].id, "--json").objects] == wanted
    rows = mailbox("thread", sent["first"].id).out.splitlines()[1:]
    assert [row.split()[-1] for row in rows] == wanted


def test_following_goes_on_with_new_lines(
    office: TestOffice, sent: dict[str, Dropped], pass_over: Callable[[], None]
) -> None:
    program = "import sys; from mailbox_gui.command_line.entry import main; sys.exit(main())"
    child = subprocess.Popen(
        [sys.executable, "-c", program, "journal", "--follow", "--limit", "2", "--json"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "MAILBOX_ROOT": str(office.root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    try:
        last = JournalReader(office.office.journal).last_height()
        first_two = [child.stdout.readline() for _ in range(2)]
        assert [f'"height":{height},' in line for height, line in zip((last - 1, last), first_two, strict=True)] == [
            True,
            True,
        ]
        office.drop(topic="news")
        pass_over()
        while '"topic":"news"' not in (line := child.stdout.readline()):
            assert line
    finally:
        child.send_signal(2)
        rest = child.communicate(timeout=30)
    assert (child.returncode, rest[1]) == (130, "")


def test_following_a_query_is_wrong_usage(mailbox: Mailbox) -> None:
    assert mailbox("journal", "--follow", "from:hub").status == 2
