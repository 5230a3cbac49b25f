"""The desk: the same request whether a relay runs, runs elsewhere, or does not; and plain words when none answers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner
from mailbox_gui.core.journal.lock import RelayLock
from mailbox_gui.core.relay.desk import Desk, NoAnswer
from mailbox_gui.core.relay.founding import RulesChanged
from mailbox_gui.core.relay.state import utc_now
from tests.support.disks import WatchedDisk
from tests.support.post_office import TestOffice, found
from tests.support.running import running
from tests.support.scanner import MarkerScanner
from tests.support.truth import faults_of

WAIT = 60.0


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestOffice:
    monkeypatch.setattr(SecretScanner, "load", lambda _cache: MarkerScanner())
    return found(tmp_path / "office", clock=utc_now, limits={"settle_seconds": 0.05})


@pytest.fixture(params=["running", "stopped"])
def relay(request: pytest.FixtureRequest, made: TestOffice) -> Iterator[None]:
    """A relay that runs elsewhere, or none."""
    with _running(made) if request.param == "running" else _nothing():
        yield


@contextmanager
def _running(made: TestOffice) -> Iterator[None]:
    with running(made.office) as begun:
        begun.until(lambda it: it.state.phase == "running")
        yield


@contextmanager
def _nothing() -> Iterator[None]:
    yield


def desk(made: TestOffice) -> Desk:
    return Desk(made.office, program="test", disk=WatchedDisk())


def test_a_message_is_sent_and_answered(made: TestOffice, relay: None) -> None:
    content, message_id = desk(made).draft("builder", {"to": "hub", "kind": "note", "topic": "hello"}, "Done.\n")
    outcome = desk(made).send("builder", content, wait=WAIT)

    assert (outcome.verdict, outcome.id) == ("accepted", message_id)
    assert outcome.height


def test_a_refusal_comes_back_with_its_reason_and_hint(made: TestOffice, relay: None) -> None:
    content, _ = desk(made).draft("builder", {"to": "site", "kind": "note", "topic": "hello"}, "Done.\n")
    outcome = desk(made).send("builder", content, wait=WAIT)

    assert (outcome.verdict, outcome.check) == ("rejected", "route")
    assert "routes table" in outcome.reason
    assert outcome.hint


def test_what_was_sent_before_is_not_taken_for_the_answer(made: TestOffice, relay: None) -> None:
    content, message_id = desk(made).draft("builder", {"to": "hub", "kind": "note", "topic": "hello"}, "Done.\n")
    assert desk(made).send("builder", content, wait=WAIT).verdict == "accepted"
    again = desk(made).send("builder", content, wait=WAIT)

    assert again.verdict in ("rejected", "accepted")
    assert again.id == message_id


def test_without_waiting_it_is_only_dropped(made: TestOffice) -> None:
    content, message_id = desk(made).draft("builder", {"to": "hub", "kind": "note", "topic": "hello"}, "Done.\n")
    outcome = desk(made).send("builder", content)

    assert (outcome.verdict, outcome.id) == ("sent", message_id)
    assert made.files("builder", "outbox") == [f"{message_id}.md"]


def test_held_mail_is_decided(made: TestOffice, relay: None) -> None:
    content, _ = desk(made).draft(
        "builder", {"to": "hub", "kind": "request", "topic": "may I", "requires": "owner"}, "Please.\n"
    )
    assert desk(made).send("builder", content, wait=WAIT).verdict == "held"
    held = made.draft("builder", raw=content)
    assert desk(made).ask_back(made.key, held, "why?", wait=WAIT).verdict == "accepted"
    assert desk(made).decide(made.key, held, "approve", "go", wait=WAIT).verdict == "decided"
    second = desk(made).decide(made.key, held, "decline", "no", wait=WAIT)

    assert (second.verdict, second.check) == ("rejected", "decision")
    assert "already approved" in second.reason


def test_an_act_is_done_and_leaves_nothing_in_the_owners_boxes(made: TestOffice, relay: None) -> None:
    done = desk(made).act(made.key, "agent-add", {"name": "trader"}, wait=WAIT)
    refused = desk(made).act(made.key, "agent-add", {"name": "trader"}, wait=WAIT)

    assert done.verdict == "done"
    assert done.height
    assert (refused.verdict, refused.check) == ("rejected", "act")
    assert made.files("owner", "outbox") == []
    assert made.files("owner", "rejected") == []
    assert "trader" in desk(made).rules().agents


def test_nobody_answers(made: TestOffice) -> None:
    """Somebody holds the lock and does nothing: a relay in trouble, or one that was stopped by a debugger."""
    lock = RelayLock(made.root)
    lock.acquire("a stuck one")
    content, _ = desk(made).draft("builder", {"to": "hub", "kind": "note", "topic": "hello"}, "Done.\n")
    with pytest.raises(NoAnswer, match="a stuck one"):
        desk(made).send("builder", content, wait=0.1)
    lock.release()

    assert len(made.files("builder", "outbox")) == 1


def test_faults_are_told_before_sending(made: TestOffice) -> None:
    content = made.write("builder", to="site", topic="no route", kind="nonsense")
    checks = {fault.check for fault in desk(made).precheck("builder", content)}

    assert checks == {"header", "route"}
    assert desk(made).precheck("builder", made.write("builder")) == ()


def test_signed_rules_take_effect(made: TestOffice, relay: None) -> None:
    desk(made).one_pass() if desk(made).holder() is None else None
    made.set_rules(hub="builder", sign=False)
    serial = desk(made).sign_rules(made.key, sha256_of(made))
    content, _ = desk(made).draft("builder", {"to": "hub", "kind": "note", "topic": "under new rules"}, "Done.\n")
    assert desk(made).send("builder", content, wait=WAIT).verdict == "accepted"

    assert serial == 2
    assert desk(made).rules().hub == "builder"


def test_only_the_rules_that_were_looked_at_are_signed(made: TestOffice) -> None:
    made.set_rules(hub="builder", sign=False)
    looked_at, signature = sha256_of(made), made.office.rules_signature.read_bytes()
    made.set_rules(hub="site", sign=False)
    with pytest.raises(RulesChanged, match=r"was changed after it was shown; look at it again, then sign"):
        desk(made).sign_rules(made.key, looked_at)
    assert made.office.rules_signature.read_bytes() == signature

    made.sign_rules()
    with pytest.raises(RulesChanged):
        desk(made).sign_rules(made.key, looked_at)


def test_rules_that_change_in_the_last_moment_are_not_signed(made: TestOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    made.set_rules(hub="builder", sign=False)
    looked_at, signature = sha256_of(made), made.office.rules_signature.read_bytes()
    signed_serial = Desk._signed_serial

    def change_first(self: Desk) -> int:
        made.set_rules(hub="site", sign=False)
        return signed_serial(self)

    monkeypatch.setattr(Desk, "_signed_serial", change_first)
    with pytest.raises(RulesChanged):
        desk(made).sign_rules(made.key, looked_at)
    assert made.office.rules_signature.read_bytes() == signature


def test_everything_it_did_is_true(made: TestOffice) -> None:
    for number in range(3):
        content, _ = desk(made).draft("builder", {"to": "hub", "kind": "note", "topic": f"note {number}"}, "Done.\n")
        desk(made).send("builder", content, wait=WAIT, name="same name.md")

    assert faults_of(made) == []


def sha256_of(made: TestOffice) -> str:
    return hashlib.sha256(made.office.rules_file.read_bytes()).hexdigest()
