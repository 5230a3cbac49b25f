"""`mailbox why`: the whole fate, by id, by file, and of a draft that still waits."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.core.journal.lock import RelayLock
from tests.command_line.conftest import Mailbox
from tests.support.post_office import TestOffice


def test_an_accepted_message(office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]) -> None:
    draft = office.drop()
    pass_over()
    for name in (draft.id, draft.id.rpartition("-")[2], str(office.box("hub", "inbox") / f"{draft.id}.md")):
        told = mailbox("why", name)
        assert told.status == 0
        assert "\nfate      accepted " in told.out
        assert "✓ identity  ✓ header  ✓ recipient  ✓ route  ✓ limits  ✓ secrets  ✓ signature" in told.out
        assert f"lies in   {office.box('hub', 'inbox') / draft.id}.md" in told.out
    mailbox("--as", "hub", "done", draft.id)
    assert f"lies in   {office.box('hub', 'done') / draft.id}.md" in mailbox("why", draft.id).out
    (office.box("hub", "done") / f"{draft.id}.md").unlink()
    assert "lies in   no box any more" in mailbox("why", draft.id).out


def test_a_refused_draft_by_its_file(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    office.drop(name="note.md", to="hubb")
    pass_over()
    office.drop(name="note.md", to="sitee")
    office.drop(name="big.md", body="x" * 20_000)
    pass_over()
    rejected = office.box("builder", "rejected")
    for file, words in (
        ("note.md", "did you mean hub?"),
        ("note-2.md", "did you mean site?"),
        ("big.md", "the limit is 16,384"),
    ):
        told = mailbox("why", str(rejected / file))
        assert told.status == 0
        assert "refused " in told.out
        assert words in told.out
        assert f"lies in     {rejected / file}\n" in told.out
        assert mailbox("why", str(rejected / f"{file}.reason")).out == told.out
        assert mailbox("--as", "builder", "why", file).out == told.out
        monkeypatch.chdir(rejected)
        assert mailbox("why", file).out == told.out
        monkeypatch.undo()
        monkeypatch.setenv("MAILBOX_ROOT", str(office.root))


@pytest.mark.parametrize("what", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/nowhere")])
def test_what_was_refused_as_no_plain_file_is_explained(
    office: TestOffice,
    mailbox: Mailbox,
    pass_over: Callable[[], None],
    what: Callable[[Path], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _ in range(2):
        what(office.box("builder", "outbox") / "odd.md")
        pass_over()
    rejected = office.box("builder", "rejected")
    for file in ("odd.md", "odd-2.md"):
        told = mailbox("why", str(rejected / file))
        assert told.status == 0, told
        assert "refused by  identity: " in told.out
        assert f"lies in     {rejected / file}\n" in told.out
        assert mailbox("why", str(rejected / f"{file}.reason")).out == told.out
        assert mailbox("--as", "builder", "why", file).out == told.out
        monkeypatch.chdir(rejected)
        assert mailbox("why", file).out == told.out
        monkeypatch.undo()
        monkeypatch.setenv("MAILBOX_ROOT", str(office.root))


def test_a_reason_that_is_a_pipe_is_not_waited_for(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]
) -> None:
    office.drop(name="note.md", to="hubb")
    pass_over()
    reason = office.box("builder", "rejected") / "note.md.reason"
    reason.unlink()
    os.mkfifo(reason)
    assert "did you mean hub?" in mailbox("why", str(reason.with_suffix(""))).out


def test_a_copy_of_a_refused_draft_is_known_by_its_bytes(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None], tmp_path: Path
) -> None:
    draft = office.drop(name="note.md", to="hubb")
    office.drop(name="none.md", raw=b"no header at all")
    pass_over()
    for raw, words in ((draft.raw, "did you mean hub?"), (b"no header at all", "header: ")):
        (tmp_path / "copy.md").write_bytes(raw)
        assert words in mailbox("why", str(tmp_path / "copy.md")).out


def test_a_held_message_through_its_decision(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]
) -> None:
    held, other = office.drop(topic="a", requires="owner"), office.drop(topic="b", requires="owner")
    pass_over()
    told = mailbox("why", held.id).out
    assert "waits for the owner" in told
    assert f"lies in   {office.office.queue / held.id}.md" in told
    mailbox("owner", "approve", held.id, "--note", "Go ahead.")
    mailbox("owner", "decline", other.id, "--reason", "Not now.")
    told = mailbox("why", held.id).out
    assert ", approved " in told
    assert "owner's note  Go ahead." in told
    assert f"lies in       {office.box('hub', 'inbox') / held.id}.md" in told
    told = mailbox("why", other.id).out
    assert ", declined " in told
    assert f"lies in       {office.box('builder', 'rejected') / 'b.md'}" in told
    assert mailbox("why", str(office.box("builder", "rejected") / "b.md")).status == 0
    assert [line["type"] for line in mailbox("why", other.id, "--json").objects] == ["held", "decided"]


def test_a_draft_that_waits(office: TestOffice, mailbox: Mailbox) -> None:
    draft = office.drop(name="note.md")
    path = office.box("builder", "outbox") / "note.md"
    for arguments in (("why", str(path)), ("--as", "builder", "why", "note.md")):
        told = mailbox(*arguments)
        assert told.status == 0
        assert draft.id in told.out
        assert "still in the outbox" in told.out
        assert "nobody runs the relay" in told.out
    lock = RelayLock(office.root)
    lock.acquire("mailbox-gui")
    try:
        (told_object,) = mailbox("why", str(path), "--json").objects
    finally:
        lock.release()
    assert told_object["type"] == "waiting"
    assert "mailbox-gui" in told_object["reason"]


def test_a_draft_sent_by_command_is_known_by_its_id_before_the_relay_runs(mailbox: Mailbox) -> None:
    sent = mailbox("--as", "builder", "send", "--to", "hub", "--kind", "note", "--topic", "t", "text").out.strip()
    assert "still in the outbox" in mailbox("why", sent).out


def test_the_name_of_a_draft_leads_to_its_message_also_when_the_file_is_gone(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    first = office.drop(name="first.md", topic="one")
    office.drop("site", name="first.md", topic="of another")
    pass_over()
    for arguments in (("first.md",), ("first",), (str(office.box("builder", "outbox") / "first.md"),)):
        told = mailbox("--as", "builder", "why", *arguments)
        assert (told.status, told.err) == (0, "")
        assert first.id in told.out
    assert mailbox("why", str(office.box("hub", "inbox") / "gone" / f"{first.id}.md")).status == 0
    second = office.drop(name="first.md", topic="two")
    pass_over()
    told = mailbox("--as", "builder", "why", "first.md")
    assert second.id in told.out
    assert told.err == f"2 drafts were called first.md; this is the newest, before it: {first.id}\n"
    # Nobody acts: everybody's.
    told = mailbox("why", "first.md")
    assert second.id in told.out
    assert "3 drafts were called first.md" in told.err
    # What lies in the outbox now comes first.
    office.drop(name="first.md", topic="three")
    assert "still in the outbox" in mailbox("--as", "builder", "why", "first.md").out
    assert "still in the outbox" in mailbox("why", "first.md").out


def test_a_refused_draft_that_was_deleted_is_found_by_its_name(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]
) -> None:
    office.drop(name="caf\udce9.md", raw=b"no header")
    pass_over()
    for file in office.files("builder", "rejected"):
        (office.box("builder", "rejected") / file).unlink()
    told = mailbox("--as", "builder", "why", "caf\udce9.md")
    assert told.status == 0
    assert "refused by" in told.out


@pytest.mark.parametrize(
    ("name", "words", "hint"),
    [
        ("noext", "does not end in .md", "rename it to noext.md"),
        ("notes.txt", "does not end in .md", "rename it to notes.md"),
        ("note.md.tmp", "work in progress", "ends in .md"),
        (".note.md", "work in progress", "ends in .md"),
        ("resume.act.json", "only the owner's outbox takes acts", "remove it"),
    ],
)
def test_a_file_in_an_outbox_that_is_no_mail_is_explained(
    office: TestOffice, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    name: str, words: str, hint: str,
) -> None:  # fmt: skip
    path = office.box("builder", "outbox") / name
    path.write_bytes(office.write())
    monkeypatch.chdir(tmp_path)
    for arguments in (("why", str(path)), ("why", name), ("--as", "builder", "why", name)):
        told = mailbox(*arguments)
        assert (told.status, told.err) == (0, "")
        assert words in told.out
        assert hint in told.out
    monkeypatch.chdir(path.parent)
    assert words in mailbox("why", name).out
    (found,) = mailbox("why", str(path), "--json").objects
    assert (found["type"], found["file"], found["folder"]) == ("left alone", name, "builder")


def test_a_name_that_lies_in_several_boxes_is_asked_about(
    office: TestOffice, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    office.drop(name="note.md")
    office.drop("site", name="note.md")
    told = mailbox("why", "note.md")
    assert told.status == 1
    assert "could be any of" in told.err
    assert mailbox("--as", "site", "why", "note.md").status == 0


@pytest.mark.parametrize(
    "wanted",
    ["x" * 300, "x" * 300 + ".md", "20261130T090000Z-hub-1f0c5a77d2e9", "nothing", "nothing.md", "no/such/file.md"],
)
def test_what_is_not_there_is_status_1(
    mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wanted: str
) -> None:
    monkeypatch.chdir(tmp_path)
    told = mailbox("why", wanted)
    assert (told.status, told.out) == (1, "")
    assert wanted in told.err


def test_a_changed_file_is_not_taken_for_what_it_was(
    office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None], tmp_path: Path
) -> None:
    draft = office.drop()
    pass_over()
    (tmp_path / "copy.md").write_bytes(draft.raw + b"more")
    told = mailbox("why", str(tmp_path / "copy.md"))
    assert told.status == 1
    assert "was the file changed" in told.err
