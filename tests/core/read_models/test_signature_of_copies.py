"""Mail that a mention became: signed by its author's channel key, proved from the event, never taken for the owner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mailbox_gui.command_line.output.signing import signature_pairs
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Accepted, Request
from mailbox_gui.core.proof.signatures import SignatureProof
from mailbox_gui.core.read_models.signature_state import signature_state
from tests.support.broker import Brokered
from tests.support.post_office import found


@pytest.fixture
def posted(tmp_path: Path) -> Iterator[Brokered]:
    """A post that mentions the hub."""
    with Brokered(found(tmp_path / "office")).living() as brokered:
        channel = brokered.channel("builder", "hub", "site")
        secret, _ = brokered.credential("builder", channel)
        mentions = [channel.members["hub"]]
        brokered.outcome(secret, "message.post", channelId=channel.id, content="Look.\n", mentions=mentions)
        yield brokered


def entries(brokered: Brokered) -> list[Entry]:
    return list(JournalReader(brokered.made.office.journal).entries())


def test_it_is_signed_by_the_channel_key_of_its_author(posted: Brokered) -> None:
    (copy,) = [entry for entry in entries(posted) if isinstance(entry.record, Accepted)]
    state = signature_state(posted.engine.publishing.reading(), copy)
    assert (state.state, state.channel_key_of) == ("signed", "builder")
    assert state.session == posted.engine.publishing.book.key_of("builder")
    words = dict(signature_pairs(state))
    assert words["signed"] == "in a channel, with the channel key of builder"
    assert "own key" not in str(words)


CHANGES: list[dict[str, Any]] = [
    {"body": "Look elsewhere.\n"},
    {"folder": "site"},
    {"header": {"topic": "other"}},
    {"header": {"x-event": "ab" * 32}},
    {"header": {"to": "site"}},
]


@pytest.mark.parametrize("change", CHANGES)
def test_what_does_not_fit_its_event_is_broken_and_no_proof_takes_it(posted: Brokered, change: dict[str, Any]) -> None:
    every = entries(posted)
    place = next(number for number, entry in enumerate(every) if isinstance(entry.record, Accepted))
    record = every[place].record
    assert isinstance(record, Accepted)
    changed = dict(change)
    if "header" in change:
        changed["header"] = dict(record.header) | change["header"]
    forged = replace(every[place], record=replace(record, **changed))
    if "folder" not in change:
        assert signature_state(posted.engine.publishing.reading(), forged).state == "broken"
    every[place] = forged
    assert list(SignatureProof(posted.made.key.verify_key.encode().hex()).prove(every))


def test_an_event_signed_by_another_is_found(posted: Brokered) -> None:
    every = entries(posted)
    place = next(number for number, entry in enumerate(every) if isinstance(entry.record, Request))
    record = every[place].record
    assert isinstance(record, Request)
    assert record.effect is not None
    event = dict(record.effect["event"])  # type: ignore[call-overload]
    for name, value in (
        ("content", "else"),
        ("sig", "00" * 64),
        ("pubkey", posted.engine.publishing.book.key_of("hub")),
    ):
        other = replace(record, effect=dict(record.effect) | {"event": event | {name: value}})
        forged = [*every[:place], replace(every[place], record=other), *every[place + 1 :]]
        assert list(SignatureProof(posted.made.key.verify_key.encode().hex()).prove(forged))
