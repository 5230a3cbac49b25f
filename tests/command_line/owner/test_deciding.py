"""`mailbox owner`: decisions take effect once, whoever runs the relay, and only with the owner's key."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.lock import RelayLock
from mailbox_gui.core.keys.owner_key import OwnerKey
from mailbox_gui.core.keys.protection import Cost
from mailbox_gui.core.relay.loop import run_relay
from mailbox_gui.core.relay.state import Batch
from tests.command_line.conftest import Mailbox
from tests.support.post_office import Dropped, TestOffice
from tests.support.scanner import MarkerScanner

PASSPHRASE = "correct horse"
CHEAP = Cost(1, 8192 * 16)


@pytest.fixture
def held(office: TestOffice, pass_over: Callable[[], None]) -> Dropped:
    """A message that waits for the owner."""
    draft = office.drop(topic="Deploy", kind="request", requires="owner")
    pass_over()
    return draft


@pytest.fixture
def protected(office: TestOffice) -> None:
    """The owner's key under a passphrase that costs nothing to try."""
    OwnerKey.load(office.office.keys).change_passphrase(Disk(), None, PASSPHRASE, CHEAP)


@pytest.fixture
def relay(office: TestOffice) -> Iterator[None]:
    """A relay that runs meanwhile, on a thread."""
    stop, wake, running = threading.Event(), threading.Event(), threading.Event()

    def publish(batch: Batch) -> None:
        if batch.state.phase == "running":
            running.set()

    def run() -> None:
        run_relay(
            office.office,
            program="a relay",
            stop=stop,
            wake=wake,
            publish=publish,
            disk=Disk(),
            scanner=MarkerScanner(),
        )

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert running.wait(30)
        yield
    finally:
        stop.set()
        wake.set()
        thread.join(30)
    assert not thread.is_alive()


def test_the_queue_lists_what_waits(mailbox: Mailbox, held: Dropped) -> None:
    told = mailbox("owner", "queue")
    assert told.out.splitlines()[1].split()[-1] == held.id
    (found,) = mailbox("owner", "queue", "--json").objects
    assert (found["type"], found["id"]) == ("held", held.id)
    mailbox("owner", "approve", held.id)
    told = mailbox("owner", "queue")
    assert (told.status, told.out, told.err) == (0, "", "nothing waits for you\n")


def test_approving_delivers(office: TestOffice, mailbox: Mailbox, held: Dropped) -> None:
    told = mailbox("owner", "approve", held.id[:12], "--note", "Go ahead.")
    assert (told.status, told.err) == (0, "")
    assert told.out.startswith(f"approved {held.id} (height ")
    assert (office.box("hub", "inbox") / f"{held.id}.md").read_bytes() == held.raw
    (notice,) = office.files("builder", "inbox")
    assert b"Go ahead." in (office.box("builder", "inbox") / notice).read_bytes()


def test_declining_sends_back_with_the_reason(office: TestOffice, mailbox: Mailbox, held: Dropped) -> None:
    assert mailbox("owner", "decline", held.id, "--reason", "Not before Monday.").status == 0
    assert office.files("hub", "inbox") == []
    assert office.files("builder", "rejected") == ["Deploy.md", "Deploy.md.reason"]
    assert b"Not before Monday." in (office.box("builder", "rejected") / "Deploy.md.reason").read_bytes()


@pytest.mark.parametrize("arguments", [("--reason", ""), ("--reason", "  "), ()])
def test_declining_wants_a_reason(mailbox: Mailbox, held: Dropped, arguments: tuple[str, ...]) -> None:
    assert mailbox("owner", "decline", held.id, *arguments).status == 2
    assert len(mailbox("owner", "queue", "--json").objects) == 1


def test_a_second_decision_is_answered_kindly(mailbox: Mailbox, held: Dropped) -> None:
    mailbox("owner", "approve", held.id, "--note", "Go\nahead.")
    for again in (("approve", held.id), ("decline", held.id, "--reason", "no"), ("ask", held.id, "why?")):
        told = mailbox("owner", *again)
        assert told.status == 1
        assert f"{held.id} was already approved at " in told.err
        assert "by the owner with the note: Go" in told.err
        assert told.err.count("\n") == 1


def test_only_what_waits_can_be_decided(office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]) -> None:
    passed = office.drop()
    pass_over()
    told = mailbox("owner", "approve", passed.id)
    assert told.status == 1
    assert "does not wait for the owner: it was accepted" in told.err
    assert mailbox("owner", "approve", "no-such-message").status == 1


def test_a_decision_wants_enough_of_the_name(
    office: TestOffice, mailbox: Mailbox, held: Dropped, pass_over: Callable[[], None]
) -> None:
    acts = (("approve",), ("decline", "--reason", "no"), ("ask", "why?"))
    digits = held.id.rpartition("-")[2]
    for name in ("2", held.id[:7], digits[:7]):
        for verb, *rest in acts:
            told = mailbox("owner", verb, name, *rest)
            assert told.status == 1
            assert "is too short to act on" in told.err
    # Unique among all messages, not only among those that wait.
    office.drop(topic="another")
    pass_over()
    told = mailbox("owner", "approve", held.id[:8])
    assert told.status == 1
    assert "could be any of" in told.err
    assert len(mailbox("owner", "queue", "--json").objects) == 1
    assert mailbox("owner", "approve", digits[:8]).status == 0


def test_asking_back_keeps_it_held(office: TestOffice, mailbox: Mailbox, held: Dropped) -> None:
    assert mailbox("owner", "ask", held.id, "Which server?").status == 0
    assert mailbox("owner", "ask", held.id, "-", stdin=b"And when?").status == 0
    assert len(office.files("builder", "inbox")) == 2
    assert len(mailbox("owner", "queue", "--json").objects) == 1
    assert mailbox("owner", "ask", held.id, " ").status == 2


def test_a_decision_that_cannot_take_effect_says_why(office: TestOffice, mailbox: Mailbox, held: Dropped) -> None:
    (office.office.queue / f"{held.id}.md").write_bytes(held.raw + b"changed")
    told = mailbox("owner", "approve", held.id)
    assert told.status == 1
    assert told.err.startswith("mailbox: refused: decision: ")
    assert office.files("hub", "inbox") == []


@pytest.mark.usefixtures("relay")
def test_with_a_relay_running_its_answer_is_waited_for(office: TestOffice, mailbox: Mailbox) -> None:
    request = ("send", "--to", "hub", "--kind", "request", "--topic", "t", "--requires", "owner", "--wait", "x")
    sent = mailbox("--as", "builder", *request)
    assert (sent.status, sent.err) == (0, "held\n")
    told = mailbox("owner", "approve", sent.out.strip())
    assert (told.status, told.err) == (0, "")
    assert office.files("hub", "inbox") == [f"{sent.out.strip()}.md"]
    assert mailbox("owner", "resume", "builder").status == 1


def test_a_relay_that_does_not_answer_is_status_3(
    office: TestOffice, mailbox: Mailbox, held: Dropped, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailbox_gui.core.relay.desk.Desk.decide.__kwdefaults__", {"wait": 0.01})
    lock = RelayLock(office.root)
    lock.acquire("a relay that hangs")
    try:
        told = mailbox("owner", "approve", held.id)
    finally:
        lock.release()
    assert told.status == 3
    assert "a relay that hangs" in told.err
    assert told.err.count("\n") == 1


@pytest.mark.usefixtures("protected")
def test_the_passphrase_comes_from_a_file(
    mailbox: Mailbox, held: Dropped, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right, wrong, empty = tmp_path / "right", tmp_path / "wrong", tmp_path / "empty"
    right.write_text(f"{PASSPHRASE}\n", encoding="utf-8")
    wrong.write_text("battery staple", encoding="utf-8")
    empty.write_text("\n", encoding="utf-8")
    told = mailbox("owner", "approve", held.id, "--passphrase-file", str(wrong))
    assert (told.status, told.err) == (1, f"mailbox: the passphrase in {wrong} does not open the owner's key\n")
    assert "battery" not in told.err
    assert mailbox("owner", "approve", held.id, "--passphrase-file", str(empty)).status == 2
    assert mailbox("owner", "approve", held.id, "--passphrase-file", str(tmp_path / "none")).status == 2
    monkeypatch.setenv("MAILBOX_PASSPHRASE_FILE", str(right))
    assert mailbox("owner", "approve", held.id).status == 0


@pytest.mark.usefixtures("protected")
def test_without_a_terminal_nobody_is_asked(office: TestOffice, mailbox: Mailbox, held: Dropped) -> None:
    told = mailbox("owner", "approve", held.id)
    assert told.status == 2
    assert "--passphrase-file FILE" in told.err
    assert office.files("owner", "outbox") == []


@pytest.mark.usefixtures("protected")
def test_on_a_terminal_the_passphrase_is_asked_for(
    mailbox: Mailbox, held: Dropped, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["wrong", PASSPHRASE])
    monkeypatch.setattr("mailbox_gui.command_line.shell.passphrase.require_terminal", lambda *_: None)
    monkeypatch.setattr("mailbox_gui.command_line.shell.passphrase.ask", lambda _question: next(answers))
    told = mailbox("owner", "approve", held.id)
    assert (told.status, told.err) == (0, "That is not it; once more.\n")


@pytest.mark.usefixtures("protected")
def test_an_empty_answer_is_a_wrong_one(mailbox: Mailbox, held: Dropped, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mailbox_gui.command_line.shell.passphrase.require_terminal", lambda *_: None)
    monkeypatch.setattr("click.termui.hidden_prompt_func", lambda _prompt: "")
    told = mailbox("owner", "approve", held.id)
    assert told.status == 1
    assert told.err.count("That is not it; once more.") == 2


@pytest.mark.usefixtures("protected")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("agent", "add", "builder"), "there is an agent named builder already (mailbox agent list shows them)"),
        (("agent", "add", "Big"), "is not a name"),
        (("agent", "add", "owner"), "is reserved"),
        (("agent", "remove", "hub"), "hub is the hub"),
        (("owner", "resume", "builder"), "builder is not paused"),
        (("owner", "approve", "no-such-message"), "no message"),
    ],
)
def test_what_cannot_be_is_told_before_the_passphrase_is_asked_for(
    mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    def ask(_question: str) -> str:
        raise AssertionError("asked")

    monkeypatch.setattr("mailbox_gui.command_line.shell.passphrase.require_terminal", lambda *_: None)
    monkeypatch.setattr("mailbox_gui.command_line.shell.passphrase.ask", ask)
    told = mailbox(*arguments)
    assert (told.status, told.out) == (1, "")
    assert words in told.err
    assert "act:" not in told.err
    assert told.err.count("\n") == 1


@pytest.mark.usefixtures("protected")
def test_three_wrong_answers_are_enough(mailbox: Mailbox, held: Dropped, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        return "no"

    monkeypatch.setattr("mailbox_gui.command_line.shell.passphrase.require_terminal", lambda *_: None)
    monkeypatch.setattr("mailbox_gui.command_line.shell.passphrase.ask", ask)
    told = mailbox("owner", "approve", held.id)
    assert told.status == 1
    assert len(asked) == 3


def test_a_paused_agent_is_resumed(office: TestOffice, mailbox: Mailbox, pass_over: Callable[[], None]) -> None:
    office.set_rules(limits={"message_bytes": 16_384, "messages_per_day": 1, "settle_seconds": 0, "rescan_seconds": 15})
    for number in range(22):
        office.drop(topic=str(number))
    pass_over()
    office.drop(topic="waits")
    pass_over()
    assert office.files("builder", "outbox") == ["waits.md"]
    assert mailbox("agent", "list").out.splitlines()[2].split()[:2] == ["builder", "paused"]
    assert "is paused" in mailbox("why", str(office.box("builder", "outbox") / "waits.md")).out
    assert mailbox("owner", "resume", "builder").status == 0
    assert office.files("builder", "outbox") == []
    told = mailbox("owner", "resume", "builder")
    assert told.status == 1
    assert "is not paused" in told.err
    assert mailbox("owner", "resume", "bilder").status == 1
