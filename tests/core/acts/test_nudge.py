"""Nudges as drafts: to the debtor, on the debt's topic, signed, and read as they were meant."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.nudge import nudge, prepared
from mailbox_gui.core.debts.debt import Debt
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.keys.mail_signature import verify_mail
from mailbox_gui.core.message.draft_reading import read_draft
from tests.support.clock import NOON

KEY = SigningKey(bytes(range(32)))
ID = "20261130T090000Z-hub-0123456789ab"
REPLY = Debt(
    1, "reply", "builder", "hub", ID, 'which "Python"? #now', "ab" * 32, 7, NOON - timedelta(hours=5),
    NOON - timedelta(hours=1),
)  # fmt: skip
MARKER = replace(
    REPLY, kind="workaround", ref="slow-mock", marker="slow-mock", topic="skips the mock " * 20, path="ci.toml", line=3
)
WORK = replace(REPLY, kind="report", ref="work:builder", topic="", commits=2, newest="Write it down")


@pytest.mark.parametrize(
    ("debt", "topic", "ref"),
    [(REPLY, REPLY.topic, ID), (MARKER, "slow-mock", ""), (WORK, "work:builder", "")],
    ids=["message", "marker", "commits"],
)
def test_it_is_a_signed_question_to_the_debtor(debt: Debt, topic: str, ref: str) -> None:
    raw = nudge(debt, "  how far is it?\n\n", NOON, KEY)
    read = read_draft("owner", "n.md", raw, len(raw), 20_000)

    assert read.faults == ()
    assert [read.get(key) for key in ("from", "to", "kind", "topic", "requires", "ref")] == [
        "owner", "builder", "question", topic, "reply", ref,
    ]  # fmt: skip
    assert read.body == "how far is it?\n"
    assert verify_mail(raw, read.get("signature"), public_hex(KEY))


def test_without_words_and_to_oneself_there_is_none() -> None:
    with pytest.raises(ValueError, match="empty"):
        nudge(REPLY, " \n", NOON, KEY)
    with pytest.raises(ValueError, match="owed by you"):
        nudge(replace(REPLY, debtor="owner"), "how far is it?", NOON, KEY)


@pytest.mark.parametrize(
    ("debt", "said"),
    [
        (REPLY, ["You owe hub a reply", REPLY.topic, "2026-11-30 07:00 UTC, which is overdue."]),
        (replace(REPLY, due=NOON + timedelta(hours=1)), ["2026-11-30 07:00 UTC. What"]),
        (replace(REPLY, creditor="owner"), ["You owe me a reply"]),
        (replace(REPLY, state="waiting", waiting_on="site"), ["it waits on site"]),
        (MARKER, ["ci.toml:3", "names slow-mock"]),
        (WORK, ["2 commits", "Write it down"]),
        (replace(WORK, commits=1), ["1 commit in"]),
    ],
)
def test_the_prepared_words_say_what_is_owed(debt: Debt, said: list[str]) -> None:
    words = prepared(debt, NOON)
    for each in said:
        assert each in words
