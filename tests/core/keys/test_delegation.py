"""The delegation: one form, one signature, read strictly, and a scope that means what it says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from nacl.signing import SigningKey

from mailbox_gui.core.keys.delegation import (
    DELEGABLE_KINDS,
    MOST_DAYS,
    BadDelegation,
    Delegation,
    read_delegation,
    read_delegation_file,
    sign_delegation,
)
from mailbox_gui.core.keys.envelope import ACT, DELEGATION, canonical, public_hex, sign_document

OWNER, SESSION = SigningKey(bytes(range(32))), SigningKey(bytes(range(32, 64)))
FROM = datetime(2026, 11, 30, 12, tzinfo=UTC)
MADE = Delegation(
    owner=public_hex(OWNER), session=public_hex(SESSION), agent="builder", not_before=FROM,
    expires=FROM + timedelta(days=30), serial=7, kinds=("report", "note"), topics=("nightly build", "Отчёт*"),
)  # fmt: skip
CANONICAL = (
    '{"agent":"builder","expires":"2026-12-30T12:00:00Z","kinds":["report","note"],'
    '"not_before":"2026-11-30T12:00:00Z",'
    '"owner":"03a107bff3ce10be1d70dd18e74bc099' + '67e4d6309ba50d5f1ddc8664125531b8","serial":7,'
    '"session":"29acbae141bccaf0b22e1a94d34d0bc7' + '361e526d0bfe12c89794bc9322966dd7",'
    '"topics":["nightly build","Отчёт*"],"version":1}'
).encode()
# Made with another implementation of Ed25519 over the domain, a zero byte and CANONICAL.
SIGNATURE = (
    "f136709ed23845fe435691822fc1567fd2746d8ef28b0ce5414b5f77a491c3e9"
    "60ed5acf96a5c8fe4444b42c1dbd4995f5d4fca6395e5b3ffd97dd21f9383f09"
)


def signed(document: Mapping[str, object], key: SigningKey = OWNER) -> dict[str, object]:
    return sign_document(DELEGATION, document, key)


def document(**changes: object) -> dict[str, Any]:
    """A good document with changes; `...` takes a member away."""
    members = MADE.document() | changes
    return {name: value for name, value in members.items() if value is not ...}


def test_its_bytes_and_its_signature_are_fixed() -> None:
    assert canonical(MADE.document()) == CANONICAL
    envelope = sign_delegation(MADE, OWNER)
    assert envelope["signature"] == SIGNATURE
    Ed25519PublicKey.from_public_bytes(bytes(OWNER.verify_key)).verify(
        bytes.fromhex(SIGNATURE), b"agent-mailbox/delegation/v1\x00" + CANONICAL
    )


def test_what_was_signed_is_read_back() -> None:
    envelope = sign_delegation(MADE, OWNER)
    read = read_delegation_file(json.dumps(envelope).encode())
    assert read.delegation == MADE
    assert read.envelope() == envelope
    unlimited = read_delegation(signed(document(kinds=..., topics=...))).delegation
    assert (unlimited.kinds, unlimited.topics) == ((), ())
    assert "kinds" not in unlimited.document()


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("an unknown member", document(note="hello"), "a member is unknown"),
    *((f"no {name}", document(**{name: ...}), name) for name in MADE.document() if name not in ("kinds", "topics")),
    *((f"{name} is null", document(**{name: None}), name) for name in MADE.document()),
    ("no kinds at all", document(kinds=[]), "kinds"),
    ("no topics at all", document(topics=[]), "topics"),
    ("kinds as text", document(kinds="report"), "kinds"),
    ("a kind that is none", document(kinds=["order"]), "kinds: only task"),
    ("decisions", document(kinds=["decision"]), "kinds: only task"),
    ("a kind twice", document(kinds=["note", "note"]), "kinds: names something twice"),
    ("a number as a kind", document(kinds=[1]), "kinds"),
    ("an empty topic", document(topics=[""]), "topics"),
    ("a topic of two lines", document(topics=["a\nb"]), "topics"),
    ("a topic with blanks around it", document(topics=[" a"]), "topics"),
    ("a topic that is too long", document(topics=["x" * 121]), "topics"),
    ("a topic with a hidden direction", document(topics=["a\u202eb"]), "topics"),
    ("too many topics", document(topics=[f"t{number}" for number in range(65)]), "topics"),
    ("another version", document(version=2), "version"),
    ("a version that is true", document(version=True), "version"),
    ("a serial that is text", document(serial="7"), "serial"),
    ("a serial that is true", document(serial=True), "serial"),
    ("serial zero", document(serial=0), "serial"),
    ("a serial beyond JSON", document(serial=2**53), "serial"),
    ("a session in capitals", document(session=public_hex(SESSION).upper()), "session: is not 64"),
    ("a session too short", document(session="ab"), "session: is not 64"),
    ("the owner's own key as session", document(session=public_hex(OWNER)), "the owner's own key"),
    ("the owner as agent", document(agent="owner"), "agent: is not the name of an agent"),
    ("an agent with a path", document(agent="../x"), "agent: is not the name of an agent"),
    ("a moment without offset", document(expires="2026-12-30T12:00:00"), "expires"),
    ("a moment that is a number", document(not_before=1), "not_before"),
    ("it ends when it begins", document(expires="2026-11-30T12:00:00Z"), "ends before it begins"),
    ("it ends before it begins", document(expires="2026-11-29T12:00:00Z"), "ends before it begins"),
    ("it lasts too long", document(expires="2028-11-30T12:00:00Z"), f"more than {MOST_DAYS} days"),
]


@pytest.mark.parametrize(("members", "reason"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_a_document_that_says_nothing_clear_is_refused(members: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadDelegation, match=reason) as caught:
        read_delegation(signed(members))
    assert "hello" not in caught.value.reason


def test_the_owner_it_names_must_have_signed() -> None:
    with pytest.raises(BadDelegation, match="another key than that of the owner it names"):
        read_delegation(signed(MADE.document(), SESSION))


@pytest.mark.parametrize(
    ("envelope", "reason"),
    [
        (None, "exactly the members"),
        ({}, "exactly the members"),
        (sign_document(ACT, MADE.document(), OWNER), "does not fit"),
        (sign_delegation(MADE, OWNER) | {"document": document(agent="site")}, "does not fit"),
        (sign_delegation(MADE, OWNER) | {"more": 1}, "exactly the members"),
    ],
)
def test_an_envelope_that_proves_nothing_is_refused(envelope: object, reason: str) -> None:
    with pytest.raises(BadDelegation, match=reason):
        read_delegation(envelope)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "not JSON"),
        (b"[" * 100_000, "nested"),
        (json.dumps(sign_delegation(MADE, OWNER)).replace('"key"', '"key": "x", "key"').encode(), "stands twice"),
        (
            json.dumps(sign_delegation(MADE, OWNER)).replace('"serial": 7', '"serial": 7, "serial": 7').encode(),
            "stands twice",
        ),
        (json.dumps(sign_delegation(MADE, OWNER)).encode("utf-16"), "UTF-16"),
        (json.dumps(sign_delegation(MADE, OWNER)).replace('"serial": 7', '"serial": 7.0').encode(), "fractions"),
    ],
    ids=["empty", "deep", "a member twice", "a member twice inside", "UTF-16", "a fraction"],
)
def test_a_file_is_read_strictly(raw: bytes, reason: str) -> None:
    with pytest.raises(BadDelegation, match=reason):
        read_delegation_file(raw)


def test_nobody_signs_a_delegation_that_nobody_would_accept() -> None:
    lasting = Delegation(MADE.owner, MADE.session, "builder", FROM, FROM + timedelta(days=MOST_DAYS), 1)
    assert read_delegation(sign_delegation(lasting, OWNER)).delegation == lasting
    too_long = Delegation(MADE.owner, MADE.session, "builder", FROM, FROM + timedelta(days=MOST_DAYS, seconds=1), 1)
    with pytest.raises(BadDelegation):
        sign_delegation(too_long, OWNER)


@pytest.mark.parametrize(
    ("topics", "topic", "covered"),
    [
        ((), "anything", True),
        (("nightly build",), "nightly build", True),
        (("nightly build",), "nightly builds", False),
        (("nightly build",), "Nightly build", False),
        (("nightly*",), "nightly build", True),
        (("nightly*",), "nightly", True),
        (("nightly*",), "a nightly build", False),
        (("*",), "anything", True),
        (("a*b",), "axb", False),
        (("a*b",), "a*b", True),
        (("one", "two*"), "two and more", True),
        (("one", "two*"), "three", False),
        (("caf\u00e9",), "cafe\u0301", True),
        (("cafe\u0301*",), "caf\u00e9 noir", True),
        (("[a-z]*",), "build", False),
    ],
)
def test_a_topic_is_covered_exactly_or_by_its_beginning(topics: tuple[str, ...], topic: str, covered: bool) -> None:
    made = Delegation(MADE.owner, MADE.session, "builder", FROM, FROM + timedelta(days=1), 1, topics=topics)
    assert made.covers_topic(topic) is covered


@pytest.mark.parametrize("kind", DELEGABLE_KINDS)
def test_a_kind_is_covered_when_it_is_named_or_none_is(kind: str) -> None:
    assert MADE.covers_kind(kind) is (kind in MADE.kinds)
    assert Delegation(MADE.owner, MADE.session, "builder", FROM, FROM, 1).covers_kind(kind)
