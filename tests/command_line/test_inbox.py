"""`mailbox inbox`, `read` and `done`: looking changes nothing, and nothing is ever replaced."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from tests.command_line.conftest import Mailbox
from tests.support.post_office import Dropped, TestOffice


@pytest.fixture
def delivered(office: TestOffice, pass_over: Callable[[], None]) -> list[Dropped]:
    """Three messages in the hub's inbox."""
    drafts = [office.drop(topic=topic) for topic in ("first", "второй", "三")]
    pass_over()
    return drafts


def looks(root: Path) -> dict[str, tuple[int, int, bytes]]:
    """Everything that mail consists of, as it lies there."""
    files = [path for folder in ("agents", "owner", "journal") for path in (root / folder).rglob("*") if path.is_file()]
    return {str(path): (path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def test_the_list_has_every_message_and_the_journals_lines(
    office: TestOffice, mailbox: Mailbox, delivered: list[Dropped]
) -> None:
    told = mailbox("inbox", "hub")
    assert told.status == 0
    rows = told.out.splitlines()
    assert rows[0].split() == ["WHEN", "STATE", "FROM", "→", "TO", "KIND", "TOPIC", "SIGNED", "ID"]
    # Newest first; what came in one batch keeps its order.
    assert [row.split()[-1] for row in rows[1:]] == [draft.id for draft in reversed(delivered)]
    objects = mailbox("--as", "hub", "inbox", "--json").objects
    assert [one["header"]["topic"] for one in objects] == ["三", "второй", "first"]
    assert {one["type"] for one in objects} == {"accepted"}
    assert list(objects[0])[:5] == ["height", "at", "type", "id", "header"]


def test_an_empty_inbox_says_so_and_prints_nothing(mailbox: Mailbox) -> None:
    told = mailbox("inbox", "site")
    assert (told.status, told.out) == (0, "")
    assert "no mail" in told.err
    assert mailbox("inbox", "site", "--json").out == ""


def test_looking_changes_nothing(office: TestOffice, mailbox: Mailbox, delivered: list[Dropped]) -> None:
    before = looks(office.root)
    for arguments in (
        ("inbox", "hub"),
        ("inbox", "hub", "--json"),
        ("read", delivered[0].id),
        ("read", delivered[0].id, "--json"),
        ("why", delivered[0].id),
        ("thread", delivered[0].id),
        ("search", "first"),
        ("journal",),
        ("status",),
        ("verify",),
        ("owner", "queue"),
        ("check", "hub"),
        ("check", "hub", "--json"),
        ("agent", "list"),
        ("rules", "show"),
        ("keys", "show"),
    ):
        assert mailbox(*arguments).status == 0, arguments
        assert looks(office.root) == before, arguments


def test_a_message_is_read_with_its_text(mailbox: Mailbox, office: TestOffice, pass_over: Callable[[], None]) -> None:
    draft = office.drop(topic="Ünï", body="one\n\x1b[31mred\u202e\r\nlast without end")
    pass_over()
    told = mailbox("read", draft.id[:-3])
    assert told.status == 0
    assert "topic     Ünï\n" in told.out
    assert told.out.endswith("\n\none\n␛[31mred⟨U+202E⟩\r\nlast without end\n")
    assert "signed    unsigned" in told.out
    (found,) = mailbox("read", draft.id, "--json").objects
    assert found["body"] == "one\n\x1b[31mred\u202e\r\nlast without end"
    assert "\x1b" not in mailbox("read", draft.id, "--json").out


def test_a_start_that_fits_several_names_them(mailbox: Mailbox, delivered: list[Dropped]) -> None:
    told = mailbox("read", "2")
    assert told.status == 1
    assert all(draft.id in told.err for draft in delivered)
    assert "give more" in told.err


def test_done_moves_and_says_where(office: TestOffice, mailbox: Mailbox, delivered: list[Dropped]) -> None:
    first, second, third = delivered
    told = mailbox("--as", "hub", "done", first.id, second.id.rpartition("-")[2])
    assert told.status == 0
    assert [Path(line).name for line in told.out.splitlines()] == [f"{first.id}.md", f"{second.id}.md"]
    assert office.files("hub", "inbox") == [f"{third.id}.md"]
    assert (office.box("hub", "done") / f"{first.id}.md").read_bytes() == first.raw


def test_done_never_replaces(office: TestOffice, mailbox: Mailbox, delivered: list[Dropped]) -> None:
    there = office.box("hub", "done") / f"{delivered[0].id}.md"
    there.write_bytes(b"something else")
    told = mailbox("--as", "hub", "done", delivered[0].id)
    assert told.status == 0
    assert there.read_bytes() == b"something else"
    assert Path(told.out.strip()).read_bytes() == delivered[0].raw


def test_done_goes_on_behind_one_that_is_not_there(
    office: TestOffice, mailbox: Mailbox, delivered: list[Dropped]
) -> None:
    mailbox("--as", "hub", "done", delivered[0].id)
    day = delivered[0].id[:8]
    told = mailbox("--as", "hub", "done", delivered[0].id, "no-such-mail", day, delivered[1].id[:4], delivered[1].id)
    assert told.status == 1
    assert len(told.out.splitlines()) == 1
    already, nothing, many, short = told.err.splitlines()
    assert "is too short to act on" in short
    assert "it lies in done/ already" in already
    assert "not in the inbox of hub" in nothing
    assert "could be any of" in many


def test_mail_of_another_is_not_done(mailbox: Mailbox, office: TestOffice, delivered: list[Dropped]) -> None:
    assert mailbox("--as", "site", "done", delivered[0].id).status == 1
    assert mailbox("--as", "site", "done", f"../../hub/inbox/{delivered[0].id}").status == 1
    assert len(office.files("hub", "inbox")) == 3


def test_a_file_that_nobody_delivered_is_named(office: TestOffice, mailbox: Mailbox) -> None:
    (office.box("site", "inbox") / "put\x1bhere.md").write_text("by hand", encoding="utf-8")
    told = mailbox("inbox", "site")
    assert told.out == "put␛here.md: not delivered by the relay; the journal does not know it\n"
    assert mailbox("inbox", "site", "--json").objects == [{"file": "put\x1bhere.md", "folder": "site"}]


@pytest.mark.parametrize("columns", [200, 80])
def test_on_a_narrow_terminal_a_message_is_called_by_its_hash(
    mailbox: Mailbox, delivered: list[Dropped], monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((columns, 24)))
    names = [click.unstyle(row).split()[-1] for row in mailbox("inbox", "hub").out.splitlines()[1:]]
    assert names == [draft.id if columns == 200 else draft.id[-12:] for draft in reversed(delivered)]
    assert {mailbox("read", name).status for name in names} == {0}
