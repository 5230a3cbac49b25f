"""Revoke: only what was delegated, once, and the copy that everybody can read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts import ALL_ACTS
from mailbox_gui.core.acts.act import ActFacts, ActRefused, read_act
from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.records import Revoked
from mailbox_gui.core.keys.delegation import read_delegation
from mailbox_gui.core.keys.envelope import ACT, public_hex, verify_document
from mailbox_gui.core.keys.standing import Standing
from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.message.rules_writing import default_rules, render_rules
from tests.support.clock import NOON

OWNER, SESSION = SigningKey(b"o" * 32), public_hex(SigningKey(b"s" * 32))
REVOKE = ALL_ACTS["revoke"]
RULES = parse_rules(render_rules(default_rules("hub", ["builder"])))
MADE = Standing(read_delegation(make_delegation(OWNER, "builder", SESSION, 1, NOON, 30)).delegation, 3, NOON)
FACTS = ActFacts(RULES, frozenset(), NOON, public_hex(OWNER), standing={SESSION: MADE}.get)
AGAIN = replace(FACTS, standing={SESSION: replace(MADE, revoked_height=4, revoked_at=NOON)}.get)


def test_a_delegated_key_is_revoked() -> None:
    REVOKE.judge({"session": SESSION}, FACTS)
    # Also when its agent is gone.
    REVOKE.judge({"session": SESSION}, replace(FACTS, rules=replace(RULES, agents={})))
    act = read_act(make_act("revoke", {"session": SESSION}, NOON, OWNER), public_hex(OWNER), NOON)
    assert REVOKE.record(act) == Revoked(act.document, act.key, act.signature)


@pytest.mark.parametrize(
    ("arguments", "facts", "check", "reason"),
    [
        ({}, FACTS, "header", "args.session is missing"),
        ({"session": 1}, FACTS, "header", "not a text"),
        ({"session": SESSION, "why": "x"}, FACTS, "header", "unknown"),
        ({"session": SESSION.upper()}, FACTS, "header", "64 lowercase"),
        ({"session": "../../etc/passwd"}, FACTS, "header", "64 lowercase"),
        ({"session": "ab" * 32}, FACTS, "act", "abababababab… was never delegated"),
        ({"session": SESSION}, AGAIN, "act", "was revoked at 2026-11-30T12:00:00Z already"),
    ],
)
def test_what_cannot_be_revoked_is_refused(arguments: dict[str, Any], facts: ActFacts, check: str, reason: str) -> None:
    with pytest.raises(ActRefused, match=reason) as caught:
        REVOKE.judge(arguments, facts)
    assert caught.value.check == check


def test_the_copy_is_the_owners_act(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.keys.mkdir()
    envelope = make_act("revoke", {"session": SESSION}, NOON, OWNER)
    act = read_act(envelope, public_hex(OWNER), NOON)
    path = office.keys / "sessions" / f"{SESSION}.revoked.json"
    for _ in range(2):
        REVOKE.apply(act, office, RULES, Disk())
        assert json.loads(path.read_bytes()) == envelope
    assert verify_document(ACT, json.loads(path.read_bytes()))[1] == public_hex(OWNER)
