"""Signed events: ids as NIP-01 has them, whatever stands in the content; anything changed is found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mailbox_gui.core.keys.channel_event import ChannelEvent, id_of
from mailbox_gui.core.keys.channel_key import ChannelKey
from tests.support import bip340

KEY = ChannelKey((7).to_bytes(32, "big"))
CONTENTS = [
    "plain", "ёж 🦔 漢字", 'quote " back \\ slash / line\n tab\t nul\x00 del\x7f', "\u2028\u2029", "\x1b[31m", "<&>",
]  # fmt: skip


def made(content: str = "hello") -> ChannelEvent:
    return ChannelEvent.sign(KEY, 1_796_095_326, 9, (("h", "a-channel"), ("e", "b", "", "root"), ("p", "c")), content)


@pytest.mark.parametrize("content", CONTENTS)
def test_an_event_holds_by_another_implementation_and_survives_reading(content: str) -> None:
    event = made(content)
    assert event.fault() is None
    assert bip340.event_holds(event.members())
    assert ChannelEvent.read(event.members()) == event


def test_an_id_known_from_elsewhere() -> None:
    """SHA-256 over `[0,"…",1,9,[["h","x"]],"é"]`, computed with sha256sum."""
    public = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    assert id_of(public, 1, 9, (("h", "x"),), "é") == "6632137ad29190c782af66f41cc93c6fb9cd24ffe915ab99f4aa70a78324c9f9"


@pytest.mark.parametrize(
    "change",
    [{"content": "hellp"}, {"kind": 7}, {"created_at": 1}, {"tags": (("h", "b-channel"),)}, {"pubkey": "1" * 64}],
)
def test_anything_changed_is_found(change: dict[str, Any]) -> None:
    assert replace(made(), **change).fault() == "the event's id is not that of its content"


def test_another_signature_is_found() -> None:
    assert replace(made(), sig=made("other").sig).fault() == "the event's signature does not hold"


@pytest.mark.parametrize(
    "change",
    [
        {"more": 1}, {"kind": "9"}, {"kind": True}, {"created_at": 1.5}, {"tags": "h"}, {"tags": ["h"]},
        {"tags": [["h", 1]]}, {"content": None}, {"sig": 5},
    ],
)  # fmt: skip
def test_what_is_no_event(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="event"):
        ChannelEvent.read(made().members() | change)
    members = made().members()
    members.pop(next(iter(change)), None)
    if len(members) < 7:
        with pytest.raises(ValueError, match="seven"):
            ChannelEvent.read(members)


def test_tags_are_found_by_name_and_marker() -> None:
    event = made()
    assert (event.first("h"), event.first("e", "root"), event.first("e", "reply")) == ("a-channel", "b", None)
    assert event.mentioned() == ("c",)
