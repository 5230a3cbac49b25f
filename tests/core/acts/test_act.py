"""The signed act: strict to read, signed for its one purpose, and as old as it says."""

from __future__ import annotations

from datetime import timedelta

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.act import ActRefused, only, read_act
from mailbox_gui.core.acts.making import make_act
from mailbox_gui.core.keys.envelope import ACT, public_hex, sign_document
from tests.support.clock import NOON

KEY = SigningKey(bytes(range(32)))
PUBLIC = public_hex(KEY)


def test_an_act_is_read_back() -> None:
    act = read_act(make_act("agent-add", {"name": "trader"}, NOON, KEY), PUBLIC, NOON)

    assert (act.name, dict(act.arguments), act.key) == ("agent-add", {"name": "trader"}, PUBLIC)
    assert len(act.nonce) == 32


def test_two_acts_have_two_nonces() -> None:
    first, second = (read_act(make_act("resume", {}, NOON, KEY), PUBLIC, NOON) for _ in range(2))

    assert first.nonce != second.nonce


@pytest.mark.parametrize("owner", [None, public_hex(SigningKey(bytes(32)))])
def test_only_the_owner_is_listened_to(owner: str | None) -> None:
    with pytest.raises(ActRefused, match="owner's key"):
        read_act(make_act("resume", {}, NOON, KEY), owner, NOON)


@pytest.mark.parametrize(
    "changes",
    [
        {"version": "1"}, {"version": True}, {"version": 2}, {"act": None}, {"args": []}, {"args": None}, {"nonce": 1},
        {"created": "yesterday"}, {"created": 1}, {"more": 1},
    ],
)  # fmt: skip
def test_a_document_of_another_form_is_refused(changes: dict[str, object]) -> None:
    document = {"version": 1, "act": "resume", "args": {}, "created": "2026-11-30T12:00:00Z", "nonce": "n"} | changes

    with pytest.raises(ActRefused) as refused:
        read_act(sign_document(ACT, document, KEY), PUBLIC, NOON)
    assert refused.value.check == "header"


@pytest.mark.parametrize(("hours", "good"), [(0, True), (23.9, True), (-23.9, True), (24.1, False), (-24.1, False)])
def test_an_act_is_good_for_a_day(hours: float, *, good: bool) -> None:
    envelope = make_act("resume", {}, NOON, KEY)
    if good:
        read_act(envelope, PUBLIC, NOON + timedelta(hours=hours))
    else:
        with pytest.raises(ActRefused, match="more than a day"):
            read_act(envelope, PUBLIC, NOON + timedelta(hours=hours))


def test_an_act_of_history_is_as_old_as_it_is() -> None:
    read_act(make_act("resume", {}, NOON - timedelta(days=400), KEY), PUBLIC, None)


@pytest.mark.parametrize(
    ("arguments", "good"),
    [({"a": "x"}, True), ({"a": "x", "b": "y"}, True), ({}, False), ({"a": "x", "c": "z"}, False), ({"a": 1}, False)],
)
def test_arguments_are_texts_of_known_names(arguments: dict[str, object], *, good: bool) -> None:
    if good:
        only(arguments, ("a",), ("b",))
    else:
        with pytest.raises(ActRefused):
            only(arguments, ("a",), ("b",))
