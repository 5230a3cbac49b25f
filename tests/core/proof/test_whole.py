"""A whole post office proved: what the relay left is right, and every kind of damage is told where it is."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.proof.finding import Wrong
from mailbox_gui.core.proof.fresh_index import FreshIndex
from mailbox_gui.core.proof.whole import WholeProof, prove_post_office
from tests.support.clock import NOON
from tests.support.life import life, one_life
from tests.support.post_office import TestOffice, found

SESSION = SigningKey(b"s" * 32)
SESSION_KEY = public_hex(SESSION)


@pytest.fixture
def made(tmp_path: Path) -> TestOffice:
    made = found(tmp_path / "office")
    made.act("delegate", make_delegation(made.key, "builder", SESSION_KEY, 1, NOON, 30))
    one_life(made.office)
    made.drop(raw=sign_mail(made.write(topic="signed"), SESSION, session=True), name="signed.md")
    held = made.drop(topic="held", requires="owner")
    made.drop(topic="refused", to="nobody")
    one_life(made.office)
    made.decide(held, "approve")
    made.act("revoke", {"session": SESSION_KEY})
    made.drop(topic="waits", requires="owner")
    one_life(made.office)
    return made


def prove(made: TestOffice) -> tuple[WholeProof, list[Wrong]]:
    said: list[Wrong] = []
    return prove_post_office(made.office, made.rules, said.append), said


def test_what_the_relay_left_is_right(made: TestOffice) -> None:
    proof, said = prove(made)
    assert said == []
    # Rules, the act and the delegation in it, the message, the decision, the revocation.
    assert (proof.chain.broken_at, proof.signatures, proof.wrong) == (None, 6, 0)


def test_it_can_be_proved_while_the_relay_runs(made: TestOffice) -> None:
    with life(made.office) as lived:
        made.drop(topic="meanwhile")
        lived.work_off()
        assert prove(made)[1] == []


def test_what_came_between_the_walk_and_the_look_into_the_folders_is_not_wrong(
    made: TestOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relay at full speed: while the journal was read, mail was delivered, held, decided and refused."""
    stranger = made.box("hub", "inbox") / "stranger.md"
    stranger.write_text("nobody delivered this")
    held = next(path for path in made.office.queue.iterdir())

    def meanwhile(fresh: FreshIndex) -> None:
        settle(fresh)
        if (made.office.queue / held.name).exists():
            made.drop(topic="delivered meanwhile")
            made.drop(topic="held meanwhile", requires="owner")
            made.drop(topic="refused meanwhile", to="nobody")
            made.decide(made.draft(topic="waits", requires="owner"), "decline", "no")
            one_life(made.office)

    settle = FreshIndex.settle
    monkeypatch.setattr(FreshIndex, "settle", meanwhile)

    assert [Path(wrong.file or "").name for wrong in prove(made)[1]] == [stranger.name]
    assert not held.exists()


def test_without_an_index_or_with_a_damaged_one_history_is_proved_all_the_same(made: TestOffice) -> None:
    made.office.index.write_bytes(b"garbage" * 1000)
    assert prove(made)[1] == []
    made.office.index.unlink()
    assert prove(made)[1] == []


def _sql(statement: str) -> Callable[[TestOffice], None]:
    def damage(made: TestOffice) -> None:
        connection = sqlite3.connect(made.office.index)
        with connection:
            connection.execute(statement)
        connection.close()

    return damage


def _session_file(made: TestOffice, name: str = f"{SESSION_KEY}.json") -> Path:
    return made.office.keys / "sessions" / name


def _bend(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"builder", b"website"))


DAMAGE: list[tuple[str, Callable[[TestOffice], object], str]] = [
    ("a verdict in the index", _sql("UPDATE message SET verdict = 'approved' WHERE verdict = 'held'"), "(in message)"),
    ("a row taken out", _sql("DELETE FROM message WHERE verdict = 'rejected'"), "(in message)"),
    ("a delegation in the index", _sql("UPDATE delegation SET revoked_height = NULL"), "(in delegation)"),
    ("an act in the index", _sql("DELETE FROM nonce"), "(in nonce)"),
    ("the owner in the index", _sql("UPDATE owner_key SET key = 'x'"), "(in owner_key)"),
    ("a place in the index", _sql("UPDATE line SET offset = 0"), "(in line)"),
    ("a table", _sql("DROP TABLE signed_part"), "the index is damaged"),
    ("a planted delegation", lambda made: _session_file(made, "ab.json").write_text("{}"), "never delegated"),
    ("a planted revocation", lambda made: _session_file(made, "ab.revoked.json").write_text("{}"), "never delegated"),
    ("a changed delegation", lambda made: _bend(_session_file(made)), "does not say what the journal says"),
    ("a missing delegation", lambda made: _session_file(made).unlink(), "is missing; the relay's next start"),
    ("the owner's word on the relay", lambda made: (made.office.keys / "relay.sig").unlink(), "relay.sig"),
    ("a message in an inbox", lambda made: (made.box("hub", "inbox") / "x.md").write_text("x"), "not delivered"),
    ("a message in the queue", lambda made: (made.office.queue / "x.md").write_text("x"), "is not held"),
]


@pytest.mark.parametrize(("damage", "words"), [row[1:] for row in DAMAGE], ids=[row[0] for row in DAMAGE])
def test_every_damage_is_told(made: TestOffice, damage: Callable[[TestOffice], object], words: str) -> None:
    damage(made)
    proof, said = prove(made)
    assert [words in finding.text for finding in said] == [True]
    assert proof.wrong == 1


def test_the_next_start_puts_missing_copies_back(made: TestOffice) -> None:
    paths = sorted((made.office.keys / "sessions").iterdir())
    before = [path.read_bytes() for path in paths]
    for path in paths:
        path.unlink()
    one_life(made.office)
    assert [path.read_bytes() for path in paths] == before
    assert prove(made)[1] == []


def test_behind_a_break_nothing_is_looked_at(made: TestOffice) -> None:
    (segment,) = made.office.journal.glob("*.jsonl")
    segment.write_bytes(segment.read_bytes().replace(b'"topic":"signed"', b'"topic":"signet"', 1))
    proof, said = prove(made)
    assert (proof.chain.broken_at is not None, proof.signatures, said) == (True, 0, [])


def test_a_folder_is_judged_by_the_rules_that_the_owner_signed(made: TestOffice) -> None:
    """Not by those that the caller read from an index that may be forged."""
    (made.box("site", "inbox") / "planted.md").write_text("x")
    said: list[Wrong] = []
    rules = made.rules
    fewer = type(rules)(hub="hub", agents={"hub": rules.agents["hub"]}, routes=frozenset())
    prove_post_office(made.office, fewer, said.append)
    assert [finding.file.endswith("planted.md") for finding in said] == [True]
