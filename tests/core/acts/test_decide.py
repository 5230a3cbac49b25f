"""Decisions as drafts: what they carry, and that they are read as they were meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.decide import ask_back, decision
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import verify_mail
from mailbox_gui.core.message.draft_reading import read_draft
from tests.support.clock import NOON

KEY = SigningKey(bytes(range(32)))


@dataclass(frozen=True)
class Held:
    id: str = "20261130T115900Z-builder-0123456789ab"
    sender: str = "builder"
    topic: str = 'may I: "deploy" #now'
    sha256: str = "ab" * 32


@pytest.mark.parametrize("verdict", ["approve", "decline"])
def test_a_decision_names_what_it_decides_and_is_signed(verdict: Literal["approve", "decline"]) -> None:
    raw = decision(Held(), verdict, "  because\n", NOON, KEY)
    read = read_draft("owner", "d.md", raw, len(raw), 20_000)

    assert read.faults == ()
    assert {key: read.get(key) for key in ("from", "to", "kind", "topic", "requires", "ref", "verdict", "sha256")} == {
        "from": "owner", "to": "builder", "kind": "decision", "topic": Held().topic, "requires": "none",
        "ref": Held().id, "verdict": verdict, "sha256": Held().sha256,
    }  # fmt: skip
    assert read.body == "because\n"
    assert verify_mail(raw, read.get("signature"), public_hex(KEY))


def test_approving_needs_no_words() -> None:
    raw = decision(Held(), "approve", " ", NOON, KEY)

    assert read_draft("owner", "d.md", raw, len(raw), 20_000).body == ""


def test_declining_and_asking_do() -> None:
    with pytest.raises(ValueError, match="needs a reason"):
        decision(Held(), "decline", "", NOON, KEY)
    with pytest.raises(ValueError, match="empty"):
        ask_back(Held(), " \n", NOON, KEY)


def test_a_question_asks_for_a_reply() -> None:
    raw = ask_back(Held(), "why?", NOON, KEY)
    read = read_draft("owner", "d.md", raw, len(raw), 20_000)

    assert (read.get("kind"), read.get("requires"), read.get("ref"), read.body) == (
        "question", "reply", Held().id, "why?\n",
    )  # fmt: skip
