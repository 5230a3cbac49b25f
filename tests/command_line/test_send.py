"""`mailbox send` and its kin: what is written, what is told at once, what waiting answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.core.journal.lock import RelayLock
from mailbox_gui.core.keys.mail_signature import verify_mail
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.relay import desk
from tests.command_line.conftest import Answer, Mailbox
from tests.support.post_office import TestOffice

NOTE = ("--to", "hub", "--kind", "note", "--topic", "nightly build")


def lying(office: TestOffice, name: str = "builder") -> bytes:
    """The one draft in an outbox."""
    (file,) = office.files(name, "outbox")
    return (office.box(name, "outbox") / file).read_bytes()


def test_a_draft_is_written_whole_and_its_id_printed(office: TestOffice, mailbox: Mailbox) -> None:
    sent = mailbox("--as", "builder", "send", *NOTE, "--due", "2027-01-01T00:00:00Z", "All tests pass.")
    raw = lying(office)
    draft = read_draft("builder", "x.md", raw, len(raw), len(raw))
    assert (sent.status, sent.out) == (0, f"{draft.id}\n")
    assert sent.err.startswith("Nobody runs the relay: ")
    assert sent.err.count("\n") == 1
    assert list(draft.header.as_dict()) == ["from", "to", "kind", "topic", "requires", "created", "due"]
    assert draft.body == "All tests pass.\n"


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_the_text_may_be_piped_in_and_stays_as_it_is(
    office: TestOffice, mailbox: Mailbox, arguments: tuple[str, ...]
) -> None:
    assert mailbox("--as", "builder", "send", *NOTE, *arguments, stdin="—\r\n Zeile: 世界".encode()).status == 0
    assert lying(office).endswith("---\n—\r\n Zeile: 世界".encode())


@pytest.mark.parametrize(
    ("text", "words"), [(b"caf\xe9", "not UTF-8 (byte 4)"), (b"a\0b", "NUL"), (b"", "the body is empty")]
)
def test_a_text_that_no_message_can_carry_is_not_sent(
    office: TestOffice, mailbox: Mailbox, text: bytes, words: str
) -> None:
    told = mailbox("--as", "builder", "send", *NOTE, stdin=text)
    assert told.status in (1, 2)
    assert words in told.err
    assert office.files("builder", "outbox") == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("--to", "hubb"), "did you mean hub?"),
        (("--to", "site"), "builder → site is not in the routes table"),
        (("--kind", "nota"), "did you mean `note`?"),
        (("--topic", "x" * 121), "120"),
        (("--requires", "reply"), "note"),
        (("--due", "tomorrow"), "due"),
        (("--ref", "20261130T090000Z-hub-1f0c5a77d2e9"), "ref"),
        (("--topic", "two\nlines"), "one line"),
    ],
)
def test_a_typo_is_told_at_once(office: TestOffice, mailbox: Mailbox, change: tuple[str, ...], words: str) -> None:
    told = mailbox("--as", "builder", "send", *NOTE, *change, "text")
    assert (told.status, told.out) in ((1, ""), (2, ""))
    assert words in told.err
    assert told.err.count("\n") == 1
    assert office.files("builder", "outbox") == []


def test_every_fault_is_named_in_the_one_line(mailbox: Mailbox) -> None:
    told = mailbox("--as", "builder", "send", "--to", "hubb", "--kind", "nota", "--topic", "t", "text").err
    assert "not sent: `kind` is not a kind (`nota`)" in told
    assert "; also recipient: " in told


@pytest.mark.parametrize("check", [(), ("--no-check", "--wait")])
def test_no_line_of_a_header_is_named_that_the_person_did_not_write(mailbox: Mailbox, check: tuple[str, ...]) -> None:
    change = ("--kind", "nte", "--requires", "ownr", "--due", "soon")
    told = mailbox("--as", "builder", "send", *NOTE, *change, *check, "text")
    assert told.status == 1
    assert "did you mean `note`?" in told.err
    assert "header" not in told.err
    assert "line " not in told.err
    # What agents cannot send is not offered to them.
    assert "decision" not in told.err
    assert "give the text as the last argument" in mailbox("--as", "builder", "send", *NOTE, " ").err


@pytest.mark.parametrize(
    ("sender", "to", "words"), [("builder", "hub", "an escalation"), ("owner", "builder", "mailbox owner approve")]
)
def test_nobody_sends_a_decision(mailbox: Mailbox, sender: str, to: str, words: str) -> None:
    told = mailbox("--as", sender, "send", "--to", to, "--kind", "decision", "--topic", "t", "text")
    assert told.status == 2
    assert "only the owner decides" in told.err
    assert words in told.err


def test_with_a_relay_running_nothing_is_said_of_it(office: TestOffice, mailbox: Mailbox) -> None:
    lock = RelayLock(office.root)
    lock.acquire("mailbox-gui")
    try:
        assert mailbox("--as", "builder", "send", *NOTE, "text").err == ""
    finally:
        lock.release()


def test_unchecked_it_goes_to_the_relay(office: TestOffice, mailbox: Mailbox) -> None:
    told = mailbox("--as", "builder", "send", "--to", "site", *NOTE[2:], "--no-check", "--wait", "text")
    assert told.status == 1
    assert "refused: route: builder → site" in told.err
    assert len(office.files("builder", "rejected")) == 2


@pytest.mark.parametrize(("requires", "word"), [("none", "accepted"), ("owner", "held")])
def test_waiting_does_one_pass_where_no_relay_runs(
    office: TestOffice, mailbox: Mailbox, requires: str, word: str
) -> None:
    told = mailbox("--as", "builder", "send", *NOTE, "--requires", requires, "--wait", "text")
    assert told.status == 0
    assert told.err == f"{word}\n"
    assert office.files("builder", "outbox") == []
    folder = office.box("hub", "inbox") if requires == "none" else office.office.queue
    assert (folder / f"{told.out.strip()}.md").is_file()


def test_no_answer_in_time_is_status_3(office: TestOffice, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mailbox_gui.command_line.shell.sending.WAIT_SECONDS", 0.01)
    lock = RelayLock(office.root)
    lock.acquire("a relay that is busy")
    try:
        told = mailbox("--as", "builder", "send", *NOTE, "--wait", "text")
    finally:
        lock.release()
    assert told.status == 3
    assert "a relay that is busy" in told.err
    assert office.files("builder", "outbox") == [f"{told.out.strip()}.md"]
    assert len(office.files("builder", "outbox")) == 1


def test_the_owner_signs(office: TestOffice, mailbox: Mailbox) -> None:
    told = mailbox("--as", "owner", "send", "--to", "builder", *NOTE[2:], "Well done.")
    raw = lying(office, OWNER)
    draft = read_draft(OWNER, "x.md", raw, len(raw), len(raw))
    assert told.out == f"{draft.id}\n"
    assert verify_mail(raw, draft.get("signature"), desk.Desk(office.office, program="test").owner_key().public)


def test_who_acts(office: TestOffice, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    told = mailbox("send", *NOTE, "text")
    assert told.status == 2
    assert "--as NAME" in told.err
    monkeypatch.chdir(office.box("site", "inbox"))
    assert mailbox("send", *NOTE, "text").status == 0
    assert len(office.files("site", "outbox")) == 1
    monkeypatch.setenv("MAILBOX_AGENT", "builder")
    assert mailbox("send", *NOTE, "text").status == 0
    assert len(office.files("builder", "outbox")) == 1
    assert mailbox("send", "--as", "researcher", *NOTE, "text").status == 0
    assert len(office.files("researcher", "outbox")) == 1
    assert "did you mean site?" in mailbox("--as", "sit", "send", *NOTE, "text").err


def test_a_folder_elsewhere_says_who_acts_too(
    office: TestOffice, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    pass_over: Callable[[], None],
) -> None:  # fmt: skip
    home = tmp_path / "project" / "mail"
    for box in ("inbox", "outbox", "done", "rejected"):
        (home / box).mkdir(parents=True)
    office.set_rules(agents={"hub": {}, "builder": {"folder": str(home)}, "researcher": {}, "site": {}})
    pass_over()
    monkeypatch.chdir(home / "inbox")
    assert mailbox("send", *NOTE, "text").status == 0
    assert len(list((home / "outbox").iterdir())) == 1


def accepted(mailbox: Mailbox, sender: str, *arguments: str) -> str:
    """Send and let it be judged; the id."""
    told: Answer = mailbox("--as", sender, *arguments, "--wait", "text")
    assert (told.status, told.err) == (0, "accepted\n"), told
    return told.out.strip()


@pytest.mark.parametrize(
    ("verb", "kind", "to"), [("reply", "reply", "hub"), ("report", "report", "hub"), ("escalate", "escalation", "hub")]
)
def test_an_answer_is_addressed_by_what_it_answers(
    office: TestOffice, mailbox: Mailbox, verb: str, kind: str, to: str
) -> None:
    asked = accepted(mailbox, "hub", "send", "--to", "builder", "--kind", "question", "--topic", "Which bank?")
    answer = accepted(mailbox, "builder", verb, asked[:20] if verb == "reply" else asked.rpartition("-")[2])
    (found,) = mailbox("read", answer, "--json").objects
    header = found["header"]
    assert (header["to"], header["kind"], header["topic"], header["ref"]) == (to, kind, "Which bank?", asked)


def test_the_hub_escalates_to_the_owner_and_a_recipient_may_be_given(office: TestOffice, mailbox: Mailbox) -> None:
    asked = accepted(mailbox, "builder", "send", "--to", "hub", "--kind", "question", "--topic", "Which bank?")
    (found,) = mailbox("read", accepted(mailbox, "hub", "escalate", asked), "--json").objects
    assert found["header"]["to"] == OWNER
    (found,) = mailbox("read", accepted(mailbox, "builder", "escalate", asked, "--to", OWNER), "--json").objects
    assert found["header"]["to"] == OWNER
    # One's own message is answered to whom it was sent.
    (found,) = mailbox("read", accepted(mailbox, "builder", "reply", asked, "--topic", "more"), "--json").objects
    assert (found["header"]["to"], found["header"]["topic"]) == ("hub", "more")


def test_an_answer_to_nothing_is_status_1(mailbox: Mailbox) -> None:
    told = mailbox("--as", "builder", "reply", "20261130T090000Z-hub-1f0c5a77d2e9", "text")
    assert told.status == 1
    assert "no message" in told.err
