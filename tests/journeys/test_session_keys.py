"""Session keys through the whole relay: delegated, used, revoked, expired, required; by its clock and at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.checks.secret_scan.finding import Finding
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Accepted, Delegated, Held
from mailbox_gui.core.keys.delegation import BadDelegation
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.message.draft import Draft
from mailbox_gui.core.message.verdict import Signer
from mailbox_gui.core.proof.finding import Wrong
from mailbox_gui.core.proof.whole import prove_post_office
from mailbox_gui.core.read_models.delegations import delegation_of, delegations
from mailbox_gui.core.read_models.reading import open_reading
from mailbox_gui.core.relay.desk import Desk
from mailbox_gui.core.relay.state import Event
from tests.support.clock import NOON, SetClock
from tests.support.disks import DyingDisk, Killed, WatchedDisk
from tests.support.life import life, one_life
from tests.support.post_office import Dropped, TestOffice, found

SESSION, SECOND = SigningKey(b"s" * 32), SigningKey(b"2" * 32)
SESSION_KEY = public_hex(SESSION)


@pytest.fixture
def made(tmp_path: Path) -> TestOffice:
    return found(tmp_path / "office")


def delegate(made: TestOffice, key: SigningKey = SESSION, serial: int = 1, **parts: Any) -> Path:
    arguments: dict[str, Any] = {"agent": "builder", "days": 30} | parts
    envelope = make_delegation(made.key, arguments.pop("agent"), public_hex(key), serial, made.now, **arguments)
    return made.act("delegate", envelope, file=f"delegate-{serial}.act.json")


def send(made: TestOffice, key: SigningKey = SESSION, sender: str = "builder", **fields: str) -> Dropped:
    number = len(list(made.box(sender, "outbox").iterdir()))
    raw = sign_mail(made.write(sender, **fields), key, session=True)
    return made.drop(sender, raw=raw, name=f"{number}-{fields.get('topic', 'x')}.md")


def verdicts(events: list[Event]) -> list[tuple[str, str]]:
    return [(event.verdict, event.check) for event in events if event.verdict in ("accepted", "held", "rejected")]


def records_of(made: TestOffice) -> list[Any]:
    return [entry.record for entry in JournalReader(made.office.journal).entries()]


def faults(made: TestOffice) -> list[Wrong]:
    said: list[Wrong] = []
    prove_post_office(made.office, made.rules, said.append)
    return said


def test_both_addresses_are_in_verdict_journal_and_index(made: TestOffice) -> None:
    delegate(made)
    one_life(made.office)
    plain, asking = send(made, topic="plain"), send(made, topic="asking", requires="owner")
    events = [event for event in one_life(made.office) if event.id]

    owner = public_hex(made.key)
    assert [(event.verdict, event.author, event.session) for event in events] == [
        ("accepted", owner, SESSION_KEY),
        ("held", owner, SESSION_KEY),
    ]
    signers = {record.id: record.signer for record in records_of(made) if isinstance(record, Accepted | Held)}
    assert signers == {plain.id: Signer(owner, SESSION_KEY), asking.id: Signer(owner, SESSION_KEY)}
    connection = open_reading(made.office.index, made.office.journal)
    rows = connection.execute("SELECT author, session FROM message").fetchall()
    connection.close()
    assert rows == [(owner, SESSION_KEY)] * 2
    made.decide(asking, "approve")
    assert [event.verdict for event in one_life(made.office) if event.id] == ["approved"]
    assert faults(made) == []


@pytest.mark.parametrize("threads", [0, 2])
def test_a_revocation_holds_for_the_very_next_draft(made: TestOffice, threads: int) -> None:
    executor = ThreadPoolExecutor(threads) if threads else None
    delegate(made)
    with life(made.office, executor=executor) as lived:
        send(made, topic="before")
        assert verdicts(lived.work_off()) == [("accepted", "")]
        # Both lie there when the relay looks: acts come first.
        send(made, topic="after")
        made.act("revoke", {"session": SESSION_KEY})
        assert verdicts(lived.work_off()) == [("rejected", "signature")]
        delegate(made, SECOND, 2)
        send(made, SECOND, topic="with a new key")
        send(made, topic="with the old key")
        assert sorted(verdicts(lived.work_off())) == [("accepted", ""), ("rejected", "signature")]
    if executor is not None:
        executor.shutdown()
    assert faults(made) == []


def test_two_agents_of_one_owner_are_told_apart(made: TestOffice) -> None:
    delegate(made, SESSION, 1, agent="builder")
    delegate(made, SECOND, 2, agent="site")
    one_life(made.office)
    send(made, SESSION, "builder", topic="mine")
    send(made, SECOND, "site", topic="mine too")
    send(made, SECOND, "builder", topic="with the other's key")
    found_events = {event.topic: (event.verdict, event.session) for event in one_life(made.office) if event.sender}
    assert found_events["mine"] == ("accepted", SESSION_KEY)
    assert found_events["mine too"] == ("accepted", public_hex(SECOND))
    assert found_events["with the other's key"] == ("rejected", "")


def test_a_required_signature_is_required(tmp_path: Path) -> None:
    agents = {"hub": {}, "builder": {"signature": "required"}, "researcher": {}, "site": {}}
    made = found(tmp_path / "office", agents=("builder", "researcher", "site"))
    made.set_rules(agents=agents)
    delegate(made)
    one_life(made.office)
    made.drop(topic="unsigned")
    send(made, topic="signed")
    made.drop("site", topic="unsigned elsewhere")
    said = {event.topic: (event.verdict, event.check) for event in one_life(made.office) if event.sender}
    assert said == {
        "unsigned": ("rejected", "signature"),
        "signed": ("accepted", ""),
        "unsigned elsewhere": ("accepted", ""),
    }


def test_validity_is_judged_by_the_relays_clock(made: TestOffice) -> None:
    delegate(made, days=1)
    clock = SetClock(NOON)
    with life(made.office, clock=clock) as lived:
        lived.work_off()
        clock.move(hours=23)
        made.later(hours=23)
        send(made, topic="in time")
        assert verdicts(lived.work_off()) == [("accepted", "")]
        clock.move(hours=2)
        # The sender's own claim is of no use.
        send(made, topic="too late", created="2026-11-30T12:00:00Z")
        assert verdicts(lived.work_off()) == [("rejected", "signature")]
    assert faults(made) == []


class Slow:
    """A scanner that takes two seconds of the relay's clock."""

    def __init__(self, clock: SetClock) -> None:
        self._clock = clock

    def scan(self, draft: Draft) -> tuple[Finding, ...]:
        self._clock.move(seconds=2)
        return ()


def test_what_is_judged_in_the_last_moment_is_proved_by_that_moment(made: TestOffice) -> None:
    """The line carries the moment of the verdict, not that of the append, when the key had expired."""
    delegate(made, days=1)
    one_life(made.office)
    clock = SetClock(NOON + timedelta(days=1, seconds=-1), timedelta(microseconds=300))
    made.later(hours=23)
    with life(made.office, clock=clock, scanner=Slow(clock)) as lived:
        send(made, topic="just in time")
        assert verdicts(lived.work_off()) == [("accepted", "")]
        send(made, topic="too late")
        assert verdicts(lived.work_off()) == [("rejected", "signature")]
    assert faults(made) == []


def test_a_delegation_that_begins_later_waits(made: TestOffice) -> None:
    made.later(hours=2)
    delegate(made)
    made.later(hours=-2)
    one_life(made.office)
    send(made, topic="too early")
    assert verdicts(one_life(made.office)) == [("rejected", "signature")]


def test_a_kill_at_any_call_of_an_act_is_made_up_for(made: TestOffice, tmp_path: Path) -> None:
    one_life(made.office)
    delegate(made, serial=1)
    whole = WatchedDisk()
    with life(made.office, disk=whole) as lived:
        lived.work_off()
    keys = [SigningKey(bytes([number]) * 32) for number in range(1, len(whole.calls) + 1)]
    for serial, (at, key) in enumerate(enumerate(keys), 2):
        delegate(made, key, serial)
        try:
            with life(made.office, disk=DyingDisk(at)) as lived:
                lived.work_off()
        except Killed:
            pass
        one_life(made.office)
        copy = made.office.keys / "sessions" / f"{public_hex(key)}.json"
        assert json.loads(copy.read_bytes())["document"]["serial"] == serial
    assert len([record for record in records_of(made) if isinstance(record, Delegated)]) == len(keys) + 1
    assert faults(made) == []


def test_a_serial_is_used_once_and_grows(made: TestOffice) -> None:
    delegate(made, SESSION, 5)
    one_life(made.office)
    for serial in (4, 3):
        delegate(made, SECOND, serial)
    said = one_life(made.office)
    assert [(event.check, "was used" in event.reason) for event in said if event.verdict == "rejected"] == [
        ("duplicate", True)
    ] * 2


def test_a_session_key_never_speaks_for_the_owner(made: TestOffice) -> None:
    delegate(made, agent="builder")
    one_life(made.office)
    held = send(made, topic="asking", requires="owner")
    one_life(made.office)
    fields = {"to": "builder", "kind": "decision", "topic": "asking", "ref": held.id, "verdict": "approve"}
    raw = made.write("owner", body="", sha256=held.sha256, **fields)
    made.drop("owner", raw=sign_mail(raw, SESSION, session=True), name="yes.md")
    made.act("resume", {"agent": "builder"}, key=SESSION)
    said = one_life(made.office)
    assert verdicts(said) == [("rejected", "signature")] * 2
    assert faults(made) == []


@contextmanager
def _desk(made: TestOffice, tmp_path: Path) -> Iterator[Desk]:
    yield Desk(made.office, program="test", clock=SetClock(NOON), disk=WatchedDisk(), cache=tmp_path / "scanner")


def test_the_desk_delegates_and_revokes(made: TestOffice, tmp_path: Path) -> None:
    with _desk(made, tmp_path) as desk:
        first = desk.delegate(made.key, "builder", SESSION_KEY, days=7, kinds=["note"], topics=["nightly*"])
        second = desk.delegate(made.key, "builder", public_hex(SECOND))
        assert (first.verdict, second.verdict) == ("done", "done")
        connection = open_reading(made.office.index, made.office.journal)
        row = delegation_of(connection, SESSION_KEY)
        assert row is not None
        assert (row.height, row.expires - row.not_before) == (first.height, timedelta(days=7))
        assert [made.serial for made in delegations(connection, "builder")] == [2, 1]
        connection.close()
        raw = sign_mail(made.write(), SESSION, session=True)
        sent = desk.send("builder", raw, wait=10)
        assert (sent.verdict, sent.author, sent.session) == ("accepted", public_hex(made.key), SESSION_KEY)
        assert desk.revoke(made.key, SESSION_KEY).verdict == "done"
        again = desk.revoke(made.key, SESSION_KEY)
        assert (again.verdict, again.check) == ("rejected", "act")
        assert "was revoked at" in again.reason
        with pytest.raises(BadDelegation):
            desk.delegate(made.key, "builder", SESSION_KEY, days=0)
        refused = desk.delegate(made.key, "builder", SESSION_KEY)
        assert (refused.verdict, refused.check) == ("rejected", "duplicate")
    assert list((made.root / "owner" / "outbox").iterdir()) == []


def test_nothing_is_delivered_under_a_signature_that_the_folder_does_not_fit(made: TestOffice) -> None:
    """The same signed bytes in another agent's outbox are another sender's, and refused."""
    delegate(made)
    one_life(made.office)
    raw = sign_mail(made.write("builder"), SESSION, session=True)
    made.drop("site", raw=raw, name="copied.md")
    ((verdict, check),) = verdicts(one_life(made.office))
    assert (verdict, check) == ("rejected", "identity")
