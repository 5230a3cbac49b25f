"""Any one bit of a signed file changed, and it is refused: tried for every bit of one of each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.act import ActRefused, read_act
from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.checks import judge
from mailbox_gui.core.checks.facts import Facts, SigningFacts
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.chain import verify_chain
from mailbox_gui.core.journal.records import Stopped
from mailbox_gui.core.journal.writer import Journal
from mailbox_gui.core.keys.delegation import BadDelegation, read_delegation, read_delegation_file
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.key_file import KeyProblem
from mailbox_gui.core.keys.mail_signature import sign_mail
from mailbox_gui.core.keys.relay_endorsement import ENDORSEMENT_FILE, endorse_relay_key, require_endorsed
from mailbox_gui.core.keys.standing import Standing
from mailbox_gui.core.message.composing import compose
from mailbox_gui.core.message.draft_reading import read_draft
from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.message.rules_writing import default_rules, render_rules
from mailbox_gui.core.message.strict_json import NotJsonError, load_strictly
from mailbox_gui.core.proof.authority import Authority
from mailbox_gui.core.relay.founding import sign_rules
from mailbox_gui.core.relay.rules_in_force import RulesInForce
from tests.support.clock import NOON, SetClock
from tests.support.disks import WatchedDisk

OWNER, SESSION, RELAY = SigningKey(b"o" * 32), SigningKey(b"s" * 32), SigningKey(b"r" * 32)
OWNER_KEY, SESSION_KEY = public_hex(OWNER), public_hex(SESSION)
RULES = parse_rules(render_rules(default_rules("hub", ["builder"])))


def flips(content: bytes) -> Iterator[bytes]:
    """The content with each of its bits turned once."""
    for place in range(len(content)):
        for bit in range(8):
            changed = bytearray(content)
            changed[place] ^= 1 << bit
            yield bytes(changed)


def assert_no_flip_passes(content: bytes, passes: Callable[[bytes], bool]) -> None:
    assert passes(content)
    survivors = [changed for changed in flips(content) if passes(changed)]
    assert survivors == []


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
@pytest.mark.parametrize("key", [OWNER, SESSION], ids=["owner", "session"])
def test_mail(key: SigningKey, ending: bytes) -> None:
    fields = {
        "from": "builder", "to": "hub", "kind": "report", "topic": "Отчёт", "requires": "none",
        "created": "2026-11-30T12:00:00Z",
    }  # fmt: skip
    made = read_delegation(make_delegation(OWNER, "builder", SESSION_KEY, 1, NOON, 30)).delegation
    signing = SigningFacts(OWNER_KEY, {SESSION_KEY: Standing(made, 1, NOON)}.get)
    facts = Facts(rules=RULES, now=NOON, signing=signing)
    raw = sign_mail(compose(fields, "All is well.\n").replace(b"\n", ending), key, session=key is SESSION)

    def passes(content: bytes) -> bool:
        draft = read_draft("builder", "note.md", content, len(content), 16_384)
        return not judge(draft, facts) and draft.header.get("signature") is not None

    assert_no_flip_passes(raw, passes)


def test_a_delegation() -> None:
    envelope = make_delegation(OWNER, "builder", SESSION_KEY, 1, NOON, 30, ["report", "note"], ["nightly*"])

    def passes(content: bytes) -> bool:
        try:
            return read_delegation_file(content).delegation.owner == OWNER_KEY
        except BadDelegation:
            return False

    assert_no_flip_passes(json.dumps(envelope, indent=2).encode(), passes)


def test_an_act() -> None:
    def passes(content: bytes) -> bool:
        try:
            envelope, repeated = load_strictly(content)
            read_act(envelope, OWNER_KEY, NOON)
        except (NotJsonError, ActRefused):
            return False
        return not repeated

    assert_no_flip_passes(json.dumps(make_act("revoke", {"session": SESSION_KEY}, NOON, OWNER)).encode(), passes)


@pytest.mark.parametrize("which", ["rules.sig", "rules.json"])
def test_rules_and_their_signature(tmp_path: Path, which: str) -> None:
    office = PostOffice(tmp_path)
    office.rules_file.write_bytes(render_rules(default_rules("hub", ["builder"])))
    sign_rules(WatchedDisk(), office, OWNER, 1, lambda: NOON)
    in_force = RulesInForce(office, OWNER_KEY, Authority())

    def passes(content: bytes) -> bool:
        (tmp_path / which).write_bytes(content)
        edit = in_force.judge()
        return edit is not None and edit.record is not None

    assert_no_flip_passes((tmp_path / which).read_bytes(), passes)


def test_the_owners_word_on_the_relays_key(tmp_path: Path) -> None:
    endorse_relay_key(Disk(), tmp_path, public_hex(RELAY), OWNER, NOON)
    path = tmp_path / ENDORSEMENT_FILE

    def passes(content: bytes) -> bool:
        path.write_bytes(content)
        try:
            require_endorsed(tmp_path, public_hex(RELAY), OWNER_KEY)
        except KeyProblem:
            return False
        return True

    assert_no_flip_passes(path.read_bytes(), passes)


def test_a_checkpoint(tmp_path: Path) -> None:
    folder = tmp_path / "journal"
    journal = Journal.open(folder, WatchedDisk(), RELAY, SetClock())
    journal.append([Stopped("one")])
    journal.close("two")
    (segment,) = folder.glob("*.jsonl")
    *before, checkpoint = segment.read_bytes().splitlines(keepends=True)
    assert b'"type":"checkpoint"' in checkpoint

    def passes(content: bytes) -> bool:
        segment.write_bytes(b"".join([*before, content]))
        report = verify_chain(folder, public_hex(RELAY))
        # A line without its newline is an append that was cut short: it counts for nothing.
        return report.broken_at is None and report.checkpoints == 1

    assert_no_flip_passes(checkpoint, passes)


def test_a_flip_that_is_let_through_is_seen() -> None:
    """The test of the test: a reader that looks at half of the bytes does not pass."""
    with pytest.raises(AssertionError):
        assert_no_flip_passes(b"abcd", lambda content: content[:2] == b"ab")
    assert len(list(flips(b"abcd"))) == 32
