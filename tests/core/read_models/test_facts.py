"""What the relay asks history before it judges."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Accepted, Agent, Held, Paused, Resumed, Rules
from mailbox_gui.core.keys.mail_signature import sign_mail, signed_part
from mailbox_gui.core.message.faults import DAILY_LIMIT
from mailbox_gui.core.message.verdict import Signer
from mailbox_gui.core.read_models import facts
from mailbox_gui.core.read_models.index import Index
from tests.core.read_models.history import START, History, accepted, content, decided, held, rejected

Make = Callable[[History], Index]


def _act(**members: object) -> tuple[dict[str, object], str, str]:
    return dict(members), "0b" * 32, "00" * 64


def test_known_follows_a_message_through_its_states(history: History, index_of: Make) -> None:
    plain, ask, refused = accepted("builder", "hub"), held("builder", "hub"), rejected("builder", "site", topic="no")
    asked_no = held("builder", "hub", topic="drop the table")
    for record in (plain, ask, refused, asked_no, decided(ask, "approve"), decided(asked_no, "decline", "no")):
        history.add(record)
    connection = index_of(history).connection

    def state(message_id: str | None) -> str | None:
        found = facts.known(connection, message_id or "")
        return None if found is None else found.state

    assert state(plain.id) == "accepted"
    assert state(ask.id) == "approved"
    assert state(asked_no.id) == "declined"
    assert state(refused.id) is None
    assert state(decided(ask, "approve").id) == "decision"
    assert state("20261130T090000Z-builder-000000000000") is None
    found = facts.known(connection, ask.id)
    assert found is not None
    assert (found.sender, found.recipient, found.kind, found.height, found.sha256, found.decided_height) == (
        "builder", "hub", "request", 2, ask.sha256, 5,
    )  # fmt: skip


def test_an_id_refused_again_and_again_is_still_known_by_its_first(history: History, index_of: Make) -> None:
    first = accepted("builder", "hub")
    history.add(first)
    for _ in range(5):
        history.add(rejected("builder", "hub", "duplicate", "already accepted at height 1"))
    found = facts.known(index_of(history).connection, first.id)
    assert found is not None
    assert found.height == 1


def test_sent_since_counts_accepted_and_held_and_what_was_decided_of_them(history: History, index_of: Make) -> None:
    ask = held("builder", "hub")
    for record in (
        accepted("builder", "hub"),
        ask,
        rejected("builder", "site"),
        accepted("site", "hub"),
        decided(ask, "decline", "no"),
        accepted("builder", "hub", topic="later"),
    ):
        history.add(record, timedelta(hours=1))
    connection = index_of(history).connection
    table = {0: 3, 1: 3, 2: 2, 3: 1, 6: 1, 7: 0, 100: 0, -10_000: 3}
    assert {hour: facts.sent_since(connection, "builder", START + timedelta(hours=hour)) for hour in table} == table
    assert facts.sent_since(connection, "site", START) == 1
    assert facts.sent_since(connection, "nobody", START) == 0


def test_sent_since_equals_a_count_over_the_entries(history: History, index_of: Make) -> None:
    for number in range(60):
        sender = ("builder", "site", "trader")[number * 7 % 3]
        make = (accepted, held, rejected)[number * 5 % 4 % 3]
        history.add(make(sender, "hub", topic=f"number {number}"), timedelta(minutes=number % 4))
    connection = index_of(history).connection
    for minute in range(0, 100, 7):
        moment = START + timedelta(minutes=minute)
        counted = sum(
            entry.at >= moment and isinstance(entry.record, Accepted | Held) and entry.record.folder == "builder"
            for entry in history.entries
        )
        assert facts.sent_since(connection, "builder", moment) == counted


DAILY = f"20 messages of builder {DAILY_LIMIT}; the limit is 20"


@pytest.mark.parametrize(
    ("refusal", "counts"),
    [
        (rejected("builder", "hub", "limits", DAILY), 1),
        (rejected("builder", "hub", "route", "no", also=[("limits", DAILY)]), 1),
        (rejected("builder", "hub", "limits", "20,113 bytes; the limit is 16,384", known=False), 0),
        (rejected("builder", "hub", "limits", "20,113 bytes", known=False, also=[("limits", DAILY)]), 1),
        (rejected("builder", "hub", "header", f"the topic {DAILY} is too long"), 0),
        (rejected("site", "hub", "limits", DAILY), 0),
    ],
)
def test_only_refusals_for_the_daily_limit_count(
    history: History, index_of: Make, refusal: object, counts: int
) -> None:
    history.add(refusal)  # type: ignore[arg-type]
    assert facts.limit_refusals_since(index_of(history).connection, "builder", START) == counts


def test_a_resume_starts_the_count_of_refusals_again(history: History, index_of: Make) -> None:
    for number in range(3):
        history.add(rejected("builder", "hub", "limits", DAILY, topic=str(number)))
    history.add(Paused("builder", "three of them"))
    index = index_of(history)
    assert facts.limit_refusals_since(index.connection, "builder", START) == 3
    assert facts.limit_refusals_since(index.connection, "builder", START + timedelta(seconds=2)) == 2
    assert facts.paused(index.connection, "builder", history.now) == history.now
    assert facts.paused(index.connection, "hub", history.now) is None
    more = [history.add(Resumed(*_act(act="resume", args={"agent": "builder"}, nonce="n1")))]
    more.append(history.add(rejected("builder", "hub", "limits", DAILY, topic="again")))
    index.project(more)
    assert facts.paused(index.connection, "builder", history.now) is None
    assert facts.limit_refusals_since(index.connection, "builder", START) == 1
    index.project([history.add(Paused("builder", "again"))])
    assert facts.paused(index.connection, "builder", history.now) == history.now


def test_a_pause_is_over_after_a_day(history: History, index_of: Make) -> None:
    history.add(Paused("builder", "three of them"))
    index = index_of(history)
    since = history.now
    for span in (timedelta(hours=-1), timedelta(0), timedelta(hours=24, microseconds=-1)):
        assert facts.paused(index.connection, "builder", since + span) == since
    assert facts.paused(index.connection, "builder", since + timedelta(hours=24)) is None
    assert facts.last_pause(index.connection, "builder") == since


def test_nonces_are_used_once(history: History, index_of: Make) -> None:
    history.add(Agent(*_act(act="agent-add", args={"name": "site"}, nonce="n1")))
    history.add(Agent(*_act(act="agent-remove", args={"name": "trader"})))
    connection = index_of(history).connection
    assert facts.nonce_used(connection, "n1")
    assert not facts.nonce_used(connection, "n2")
    assert [act["act"] for act in facts.agent_acts(connection)] == ["agent-add", "agent-remove"]


def test_the_last_rules_come_from_the_journal(history: History, index_of: Make, tmp_path: object) -> None:
    history.add(Rules(*_act(sha256="1"), text="{}"))
    history.add(accepted("builder", "hub"))
    history.add(Rules(*_act(sha256="2"), text='{"version":1}'))
    history.add(accepted("builder", "hub", topic="more"))
    journal = JournalReader(tmp_path / "journal")  # type: ignore[operator]
    found = facts.last_rules(index_of(history).connection, journal)
    assert found == history.entries[2]


def test_no_rules_before_the_first(history: History, index_of: Make, tmp_path: object) -> None:
    history.add(accepted("builder", "hub"))
    assert facts.last_rules(index_of(history).connection, JournalReader(tmp_path / "journal")) is None  # type: ignore[operator]


def test_signed_bytes_are_known_again_by_their_hash(history: History, index_of: Make) -> None:
    raw = sign_mail(content("builder", "hub"), SigningKey(b"7" * 32))
    signature = raw.partition(b"signature: ")[2].partition(b"\n")[0].decode()
    record = accepted("builder", "hub", signer=Signer("aa" * 32), extra=f"signature: {signature}\n")
    unsigned = accepted("builder", "hub", topic="not signed")
    history.add(record)
    history.add(unsigned)
    signed = signed_part(raw)
    assert signed is not None
    connection = index_of(history).connection
    assert facts.signed_part_known(connection, hashlib.sha256(signed).hexdigest()) == record.id
    assert facts.signed_part_known(connection, "00" * 32) is None
    assert connection.execute("SELECT count(*) FROM signed_part").fetchone() == (1,)
