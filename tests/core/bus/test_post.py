"""Posts: what is signed, what is refused by form, in which words."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.bus.frames import BadFrame, frame, frames
from mailbox_gui.core.bus.post import LARGEST_POST, Post, form_faults, make_post, read_post, readable_values
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.message.moments import format_second
from tests.support.clock import NOON

KEY = SigningKey(b"k" * 32)


def post(**values: str) -> Post:
    return make_post(KEY, NOON, **{"label": "builder", "topic": "build.status", "body": "Green.", **values})


def faults(one: Post) -> list[tuple[str, str]]:
    return [(fault.check, fault.reason) for fault in form_faults(one, NOON)]


def test_the_bytes_of_a_post() -> None:
    one = post(kind="k", ref="r")

    assert one.raw == frames(
        [one.key, one.signature, "2026-11-30T12:00:00Z", "builder", "build.status", "k", "r", "Green."]
    )
    assert read_post(one.raw) == one
    assert one.key == public_hex(KEY)
    KEY.verify_key.verify(b"agent-mailbox/post/v1\0" + one.signed, bytes.fromhex(one.signature))
    assert one.raw == frame(one.key) + frame(one.signature) + one.signed


@pytest.mark.parametrize("body", [" ", "\0", "3:abc", "12", "a\nb", "x" * 16_384, "🙂" * 4_096])
def test_a_good_post_has_no_fault(body: str) -> None:
    assert faults(post(body=body)) == []


@pytest.mark.parametrize(
    ("values", "check", "reason"),
    [
        ({"label": ""}, "header", "empty from"),
        ({"topic": ""}, "header", "empty topic"),
        ({"topic": "Build"}, "header", "topic must be lowercase a-z, 0-9, dash or dot"),
        ({"topic": "build status"}, "header", "topic must be lowercase a-z, 0-9, dash or dot"),
        ({"topic": "build\n"}, "header", "topic must be lowercase a-z, 0-9, dash or dot"),
        ({"topic": "тема"}, "header", "topic must be lowercase a-z, 0-9, dash or dot"),
        ({"body": ""}, "header", "empty body"),
        ({"label": "é" * 65}, "limits", "from has 65 characters; the limit is 64"),
        ({"topic": "t" * 65}, "limits", "topic has 65 characters; the limit is 64"),
        ({"kind": "é" * 33}, "limits", "kind has 66 bytes; the limit is 64"),
        ({"ref": "r" * 257}, "limits", "ref has 257 bytes; the limit is 256"),
        ({"body": "x" * 16_385}, "limits", "body has 16,385 bytes; the limit is 16,384"),
    ],
)
def test_values_that_are_refused(values: dict[str, str], check: str, reason: str) -> None:
    assert faults(post(**values)) == [(check, reason)]


def test_the_limits_themselves_are_allowed_and_the_largest_post_fits() -> None:
    largest = post(label="🙂" * 64, topic="t" * 64, kind="k" * 64, ref="r" * 256, body="🙂" * 4_096)

    assert faults(largest) == []
    assert len(largest.raw) <= LARGEST_POST
    assert read_post(largest.raw) == largest


def test_every_fault_is_named_at_once() -> None:
    assert [check for check, _ in faults(post(label="", topic="T", body=""))] == ["header"] * 3


@pytest.mark.parametrize(
    ("shift", "stale"),
    [
        (timedelta(minutes=5), False),
        (timedelta(minutes=5, seconds=1), True),
        (timedelta(minutes=-5), False),
        (timedelta(minutes=-5, seconds=-1), True),
        (timedelta(days=400), True),
    ],
)
def test_created_may_be_five_minutes_off(shift: timedelta, *, stale: bool) -> None:
    found = form_faults(post(), NOON + shift)

    assert [fault.check for fault in found] == ["header"] * stale
    assert all(fault.reason.startswith("stale") for fault in found)


def test_created_is_a_moment() -> None:
    unsigned = replace(post(), created="noon")

    assert ("header", "created is not an RFC 3339 moment") in faults(unsigned)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"signature": ""}, "unsigned"),
        ({"signature": "0" * 128}, "the signature does not verify"),
        ({"body": "Red."}, "the signature does not verify"),
        ({"created": format_second(NOON + timedelta(seconds=1))}, "the signature does not verify"),
        ({"key": public_hex(SigningKey(b"o" * 32))}, "the signature does not verify"),
        ({"key": "K" * 64}, "the key is not 64 lowercase hex digits"),
        ({"key": ""}, "the key is not 64 lowercase hex digits"),
        ({"signature": "g" * 128}, "the signature does not verify"),
    ],
)
def test_what_proves_nothing_is_refused(change: dict[str, str], reason: str) -> None:
    [(check, said)] = faults(replace(post(), **change))

    assert check == "signature"
    assert said.startswith(reason)


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"no frames", post().raw[:-1], post().raw + b"0:", frames(["x"] * 7), frames([b"\xff"] * 8),
        b"0" * (LARGEST_POST + 1),
    ],
)  # fmt: skip
def test_what_is_no_post(raw: bytes) -> None:
    with pytest.raises(BadFrame):
        read_post(raw)


def test_what_can_be_read_of_a_broken_post() -> None:
    assert readable_values(b"1:a2:bcGARBAGE") == [b"a", b"bc"]
    assert readable_values(b"99:a") == []
