"""Channels folded from the journal: the index says what the relay proved, and nobody takes a leave that none gave."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.core.channels.book import ChannelBook
from mailbox_gui.core.channels.documents import channel_arguments, credential_arguments
from mailbox_gui.core.channels.spelling import canonical_channel_id, channel_name_fault
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Request
from mailbox_gui.core.proof.signatures import SignatureProof
from mailbox_gui.core.read_models.facts import channel_book
from tests.support.broker import Brokered
from tests.support.post_office import TestOffice, found
from tests.support.wire import CHANNEL


@pytest.fixture
def made(tmp_path: Path) -> TestOffice:
    return found(tmp_path / "office")


def contents(book: ChannelBook) -> tuple[Any, ...]:
    return book.channels(), book.credentials(), book.all_made(), book.keys()


def lived(brokered: Brokered) -> tuple[Any, ...]:
    """A life with something of everything; what the relay knows at its end."""
    with brokered.living():
        channel = brokered.channel("builder", "site", "researcher")
        secret, _ = brokered.credential("builder", channel)
        _, revoked = brokered.credential("site", channel)
        args = {"channelId": channel.id, "systemPrompt": "x"}
        for name in ("One", "Two"):
            brokered.outcome(secret, "agents.create", displayName=name, **args)
        brokered.outcome(secret, "agents.update", target={"name": "One"}, displayName="Uno")
        brokered.outcome(secret, "agents.delete", target={"name": "Two"})
        brokered.revoke(revoked)
        brokered.act("agent-remove", {"name": "researcher"})
        proved = contents(brokered.engine.publishing.book)
        assert contents(channel_book(brokered.engine.publishing.reading())) == proved
        return proved


def test_index_relay_and_the_next_life_agree(made: TestOffice) -> None:
    brokered = Brokered(made)
    proved = lived(brokered)
    with brokered.living():
        assert contents(brokered.engine.publishing.book) == proved
    channels, credentials, agents, keys = proved
    assert set(channels[0].members) == {"builder", "site", "one"}
    assert [credential.revoked for credential in credentials] == [False, True]
    assert [(agent.name, agent.display_name) for agent in agents] == [("one", "Uno")]
    assert set(keys) == {"owner", "builder", "site", "researcher", "one", "two"}


@pytest.mark.parametrize(
    "change",
    [
        {"creator": "site"},
        {"depth": 1},
        {"depth": 4},
        {"pubkey": "00" * 32},
        {"name": "builder"},
        {"channelId": CHANNEL},
    ],
)
def test_an_agent_that_nobody_may_make_is_found(made: TestOffice, change: dict[str, Any]) -> None:
    lived(Brokered(made))
    every = list(JournalReader(made.office.journal).entries())
    place = next(
        number
        for number, entry in enumerate(every)
        if isinstance(entry.record, Request) and "agent" in (entry.record.effect or {})
    )
    record = every[place].record
    assert isinstance(record, Request)
    assert record.effect is not None
    agent = dict(record.effect["agent"])  # type: ignore[call-overload]
    every[place] = replace(every[place], record=replace(record, effect={"agent": agent | change}))
    owner = made.key.verify_key.encode().hex()
    assert [finding.height for finding in SignatureProof(owner).prove(every)][:1] == [every[place].height]


def test_an_operation_that_the_owner_never_allowed_is_found(made: TestOffice) -> None:
    with Brokered(made).living() as brokered:
        channel = brokered.channel("builder")
        secret, _ = brokered.credential("builder", channel, ["agents.create"])
        args = {"channelId": channel.id, "displayName": "Bot", "systemPrompt": "x"}
        brokered.outcome(secret, "agents.create", **args)
    every = list(JournalReader(made.office.journal).entries())
    last = next(entry.record for entry in reversed(every) if isinstance(entry.record, Request))
    deleted = replace(last, effect={"agent": {"did": "delete", "name": "bot"}})
    every.append(replace(every[-1], height=every[-1].height + 1, record=deleted))
    owner = made.key.verify_key.encode().hex()
    assert [finding.text for finding in SignatureProof(owner).prove(every)] == [
        "the owner never allowed builder agents.delete"
    ]


def test_what_is_no_channel_or_credential(made: TestOffice) -> None:
    brokered = Brokered(made)
    with brokered.living():
        channel = brokered.channel("builder", "site")
        brokered.credential("builder", channel)
        book = brokered.engine.publishing.book
        good = channel_arguments(replace(channel, id=CHANNEL))
        assert book.fault_of_channel(good) is None
        channels: tuple[dict[str, Any], ...] = (
            {"id": CHANNEL.upper()}, {"id": channel.id}, {"name": ""}, {"name": "a\nb"}, {"members": []}, {"more": 1},
            {"members": {"builder": channel.members["site"]}}, {"members": {"hub": channel.members["site"]}},
            {"owner": channel.members["site"]}, {"owner": "00" * 32}, {"reactions": 1}, {"members": {"owner": "x"}},
        )  # fmt: skip
        for change in channels:
            assert book.fault_of_channel(good | change), change
        issued = credential_arguments(replace(book.credentials()[0], hash="ab" * 32, fingerprint="ab" * 8))
        assert book.fault_of_credential(issued) is None
        for change in (
            {"hash": "x"}, {"fingerprint": "cd" * 8}, {"agent": "hub"}, {"channel": CHANNEL}, {"operations": []},
            {"operations": ["sign"]}, {"operations": ["message.post"] * 2}, {"expires": "soon"}, {"more": "1"},
        ):  # fmt: skip
            assert book.fault_of_credential(issued | change), change
        for arguments in ({}, {"fingerprint": "x"}, {"fingerprint": "ab" * 8}, {"fingerprint": 1}):
            assert book.fault_of_revocation(arguments), arguments


@pytest.mark.parametrize("text", ["", "x", CHANNEL[:-1], "{" + CHANNEL, "urn:uuid:", f"uuid:{CHANNEL}", CHANNEL + "}"])
def test_what_is_no_id(text: str) -> None:
    with pytest.raises(ValueError, match="UUID"):
        canonical_channel_id(text)


@pytest.mark.parametrize("name", ["release", "выпуск 漢字 🦔", "x" * 120, "a: b [c]", "| x"])
def test_good_names(name: str) -> None:
    assert channel_name_fault(name) is None
