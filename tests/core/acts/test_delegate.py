"""Delegate: what the owner may delegate to, and the copy that everybody can read."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
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
from mailbox_gui.core.journal.records import Delegated
from mailbox_gui.core.keys.delegation import read_delegation_file
from mailbox_gui.core.keys.envelope import DELEGATION, public_hex, sign_document
from mailbox_gui.core.keys.standing import Standing
from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.message.rules_writing import default_rules, render_rules
from tests.support.clock import NOON

OWNER, SESSION, RELAY = SigningKey(b"o" * 32), SigningKey(b"s" * 32), SigningKey(b"r" * 32)
DELEGATE = ALL_ACTS["delegate"]
RULES = parse_rules(render_rules(default_rules("hub", ["builder", "site"])))
FACTS = ActFacts(
    RULES, frozenset(), NOON, public_hex(OWNER),
    {public_hex(OWNER): "the owner's own key", public_hex(RELAY): "the relay's key"}, last_serial=4,
)  # fmt: skip


def delegation(
    agent: str = "builder", session: SigningKey = SESSION, serial: int = 5, days: int = 30
) -> dict[str, Any]:
    return make_delegation(OWNER, agent, public_hex(session), serial, NOON, days, ["note"], ["nightly*"])


def before(session: str) -> Standing | None:
    made = read_delegation_file(json.dumps(delegation()).encode()).delegation
    return Standing(made, 3, NOON) if session == public_hex(SESSION) else None


def test_a_new_key_for_an_agent_is_delegated() -> None:
    DELEGATE.judge(delegation(), FACTS)
    act = read_act(make_act("delegate", delegation(), NOON, OWNER), public_hex(OWNER), NOON)
    record = DELEGATE.record(act)
    assert record == Delegated(act.document, act.key, act.signature)


def foreign() -> dict[str, Any]:
    """A delegation of somebody who is an owner elsewhere."""
    other = SigningKey(b"x" * 32)
    return make_delegation(other, "builder", public_hex(SESSION), 5, NOON, 30)


def bent() -> dict[str, Any]:
    made = delegation()
    return made | {"document": made["document"] | {"agent": "site"}}


REFUSED: list[tuple[str, dict[str, Any], ActFacts, str, str]] = [
    ("no delegation", {}, FACTS, "header", "exactly the members"),
    ("session alone", {"session": public_hex(SESSION)}, FACTS, "header", "exactly the members"),
    ("changed afterwards", bent(), FACTS, "header", "does not fit"),
    (
        "without an end",
        sign_document(DELEGATION, {k: v for k, v in delegation()["document"].items() if k != "expires"}, OWNER),
        FACTS,
        "header",
        "expires",
    ),
    ("another owner's", foreign(), FACTS, "signature", "another owner"),
    ("nobody's agent", delegation("trader"), FACTS, "recipient", "no agent is named 'trader'"),
    ("the relay's key", delegation(session=RELAY), FACTS, "act", "the session key is the relay's key"),
    ("a key that was delegated", delegation(), replace(FACTS, standing=before), "duplicate", "was delegated before"),
    ("an old serial", delegation(serial=4), FACTS, "duplicate", "its serial is 4, but 4 was used"),
    ("expired", delegation(days=1), replace(FACTS, now=NOON + timedelta(days=1)), "act", "it expired at 2026-12-01"),
]


@pytest.mark.parametrize(
    ("arguments", "facts", "check", "reason"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_what_cannot_be_delegated_is_refused(
    arguments: dict[str, Any], facts: ActFacts, check: str, reason: str
) -> None:
    with pytest.raises(ActRefused, match=reason) as caught:
        DELEGATE.judge(arguments, facts)
    assert (caught.value.check, bool(caught.value.hint)) == (check, True)


def test_the_copy_is_the_delegation_and_doing_it_again_changes_nothing(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.keys.mkdir()
    act = read_act(make_act("delegate", delegation(), NOON, OWNER), public_hex(OWNER), NOON)
    path = office.keys / "sessions" / f"{public_hex(SESSION)}.json"
    for _ in range(2):
        DELEGATE.apply(act, office, RULES, Disk())
        assert read_delegation_file(path.read_bytes()).envelope() == delegation()
        assert [entry.name for entry in path.parent.iterdir()] == [path.name]
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert path.stat().st_mode & 0o777 == 0o600
    path.with_name(f"{path.name}.new").write_bytes(b"left by a kill")
    DELEGATE.apply(act, office, RULES, Disk())
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
