"""The bus's desk: numbers, receipts, reasons; whose key it was; nothing twice, whenever it is killed."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from nacl.signing import SigningKey

from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.bus.post import Post, make_post
from mailbox_gui.core.bus.ring import RING_BYTES, read_ring
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.core.relay.bus_desk import BATCH, POSTS_PER_DAY
from tests.support.clock import NOON, SetClock
from tests.support.disks import DyingDisk, FailingDisk, Killed, WatchedDisk
from tests.support.life import life, one_life
from tests.support.post_office import TestOffice
from tests.support.scanner import MARKER
from tests.support.truth import chain_faults, index_faults, lines_of

STRANGER = SigningKey(b"s" * 32)
SESSION = SigningKey(b"d" * 32)


def put(made: TestOffice, name: str, *, key: SigningKey | None = None, **values: str) -> Post:
    """Drop a post, as a careful poster does."""
    post = make_post(
        key or STRANGER, made.now, **{"label": "builder", "topic": "build", "body": f"{name} is green", **values}
    )
    put_raw(made, name, post.raw)
    return post


def put_raw(made: TestOffice, name: str, raw: bytes) -> None:
    partial = made.office.bus_drop / f".{name}.tmp"
    partial.write_bytes(raw)
    partial.rename(made.office.bus_drop / f"{name}.post")


def receipt(made: TestOffice, name: str) -> dict[str, int] | None:
    path = made.office.bus_drop / f"{name}.receipt"
    return yaml.safe_load(path.read_bytes()) if path.exists() else None


def reason(made: TestOffice, name: str) -> tuple[str, str]:
    said: dict[str, Any] = yaml.safe_load((made.office.bus_rejected / f"{name}.reason").read_bytes())
    assert said["file"] == f"{name}.post"
    assert "height" not in said
    return said["check"], said["reason"]


def posted(made: TestOffice) -> list[dict[str, Any]]:
    return [dict(line) for line in lines_of(made) if line["type"] == "posted"]


def dropped(made: TestOffice) -> list[str]:
    return sorted(path.name for path in made.office.bus_drop.glob("*.post"))


def delegate(made: TestOffice, **scope: Any) -> None:
    made.act("delegate", make_delegation(made.key, "builder", public_hex(SESSION), 1, made.now, 1, **scope))
    one_life(made.office)


def test_a_post_is_journalled_numbered_held_and_answered(made: TestOffice) -> None:
    post = put(made, "one", kind="status", ref="r-1", body="3:abc\0\n")
    one_life(made.office)
    [line] = posted(made)
    [entry] = read_ring(made.office.ring).entries

    assert receipt(made, "one") == {"seq": 1, "height": line["height"]}
    assert (entry.seq, entry.height, entry.label, entry.topic) == (1, line["height"], "builder", "build")
    assert (entry.kind, entry.ref, entry.body) == ("status", "r-1", "3:abc\0\n")
    assert (entry.author, entry.session) == (public_hex(STRANGER), "")
    assert {key: line[key] for key in ("from", "key", "signature", "created")} == {
        "from": "builder", "key": post.key, "signature": post.signature, "created": post.created,
    }  # fmt: skip
    assert dropped(made) == []
    assert chain_faults(made) + index_faults(made) == []


def test_numbers_go_on_over_authors_batches_and_lives(made: TestOffice) -> None:
    for number in range(BATCH + 5):
        put(made, f"{number:03}", key=made.key if number % 2 else STRANGER)
    one_life(made.office)
    put(made, "last")
    one_life(made.office)
    view = read_ring(made.office.ring)

    assert [line["seq"] for line in posted(made)] == list(range(1, BATCH + 7))
    assert view.seen == BATCH + 6
    assert [entry.seq for entry in view.entries] == list(range(BATCH + 6 - 63, BATCH + 7))
    assert receipt(made, "last") == {"seq": BATCH + 6, "height": posted(made)[-1]["height"]}
    assert made.office.ring.stat().st_size == RING_BYTES


def test_the_same_bytes_again_get_the_first_receipt(made: TestOffice, clock: SetClock) -> None:
    post = put(made, "one")
    put_raw(made, "two", post.raw)
    with life(made.office, clock=clock) as lived:
        lived.work_off()
        first = receipt(made, "one")
        put_raw(made, "three", post.raw)
        lived.work_off()
    clock.now += timedelta(hours=1)
    put_raw(made, "four", post.raw)
    one_life(made.office, clock=clock)

    assert [receipt(made, name) for name in ("two", "three", "four")] == [first] * 3
    assert len(posted(made)) == 1


def test_the_owner_a_session_key_and_a_stranger(made: TestOffice) -> None:
    delegate(made)
    put(made, "a", key=made.key)
    put(made, "b", key=SESSION)
    put(made, "c", key=STRANGER)
    one_life(made.office)
    owner = public_hex(made.key)

    assert [(entry.author, entry.session) for entry in read_ring(made.office.ring).entries] == [
        (owner, ""), (owner, public_hex(SESSION)), (public_hex(STRANGER), ""),
    ]  # fmt: skip


def test_a_session_key_that_may_not_post_is_no_stranger(made: TestOffice, clock: SetClock) -> None:
    delegate(made, topics=("build",), kinds=("note",))
    put(made, "topic", key=SESSION, topic="deploy", kind="note")
    put(made, "kind", key=SESSION, kind="task")
    put(made, "good", key=SESSION, kind="note")
    one_life(made.office)
    made.act("revoke", {"session": public_hex(SESSION)})
    one_life(made.office)
    put(made, "revoked", key=SESSION, kind="note", body="again")
    one_life(made.office)

    assert receipt(made, "good") is not None
    assert "may not sign the topic" in reason(made, "topic")[1]
    assert "may not sign a message of the kind" in reason(made, "kind")[1]
    assert reason(made, "revoked")[0] == "signature"
    assert "revoked the session key" in reason(made, "revoked")[1]


def test_an_expired_session_key_is_refused(made: TestOffice, clock: SetClock) -> None:
    delegate(made)
    clock.now = NOON + timedelta(days=2)
    made.later(days=2)
    put(made, "late", key=SESSION)
    one_life(made.office, clock=clock)

    assert "expired" in reason(made, "late")[1]


BAD: dict[str, tuple[str, str, Callable[[TestOffice], bytes]]] = {
    "frames": ("header", "there is no length of a frame at byte 0", lambda _made: b"hello"),
    "unsigned": ("signature", "unsigned", lambda made: _changed(made, signature="")),
    "badly signed": ("signature", "the signature does not verify", lambda made: _changed(made, body="other")),
    "stale": ("header", "stale", lambda made: _post(made, now=made.now - timedelta(minutes=6)).raw),
    "from the future": ("header", "stale", lambda made: _post(made, now=made.now + timedelta(minutes=6)).raw),
    "secret": ("secrets", "marker in line 5", lambda made: _post(made, body=f"use {MARKER}").raw),
    "secret in a label": ("secrets", "marker in line 1", lambda made: _post(made, label=MARKER).raw),
    "secret in garbage": ("header", "there is no length", lambda _made: MARKER.encode()),
    "long": ("limits", "body has 16,385 bytes", lambda made: _post(made, body="x" * 16_385).raw),
    "huge": ("limits", "bytes; no post has more than", lambda made: _post(made, body="x" * 99_999).raw),
    "topic": ("header", "topic must be lowercase a-z, 0-9, dash or dot", lambda made: _post(made, topic="A").raw),
    "no topic": ("header", "empty topic", lambda made: _post(made, topic="").raw),
    "no body": ("header", "empty body", lambda made: _post(made, body="").raw),
}


def _post(made: TestOffice, *, now: Any = None, **values: str) -> Post:
    return make_post(STRANGER, now or made.now, **{"label": "l", "topic": "t", "body": "b", **values})


def _changed(made: TestOffice, **values: str) -> bytes:
    post = _post(made)
    return Post(**{name: values.get(name, getattr(post, name)) for name in Post.__dataclass_fields__}).raw


@pytest.mark.parametrize(("check", "words", "raw"), BAD.values(), ids=BAD)
def test_what_is_refused_lies_unchanged_beside_its_reason(
    made: TestOffice, check: str, words: str, raw: Callable[[TestOffice], bytes]
) -> None:
    content = raw(made)
    put_raw(made, "bad", content)
    put(made, "good")
    one_life(made.office)

    assert reason(made, "bad")[0] == check
    assert reason(made, "bad")[1].startswith(words) or words in reason(made, "bad")[1]
    assert (made.office.bus_rejected / "bad.post").read_bytes() == content
    assert receipt(made, "bad") is None
    assert receipt(made, "good") == {"seq": 1, "height": posted(made)[0]["height"]}


def test_a_key_may_post_200_a_day_and_the_owner_without_end(made: TestOffice, clock: SetClock) -> None:
    for number in range(POSTS_PER_DAY + 2):
        put(made, f"s{number:03}")
    for number in range(POSTS_PER_DAY + 2):
        put(made, f"o{number:03}", key=made.key)
    again = put(made, "again", body="s000 is green")
    one_life(made.office, clock=clock)

    assert sum(line["key"] == public_hex(STRANGER) for line in posted(made)) == POSTS_PER_DAY
    assert sum(line["key"] == public_hex(made.key) for line in posted(made)) == POSTS_PER_DAY + 2
    assert reason(made, f"s{POSTS_PER_DAY + 1:03}") == (
        "limits",
        "200 posts of this key in the last 24 h; the limit is 200",
    )
    assert receipt(made, "again") == receipt(made, "s000"), again.sha256
    clock.now += timedelta(days=1, minutes=1)
    made.later(days=1, minutes=1)
    put(made, "tomorrow")
    one_life(made.office, clock=clock)
    assert receipt(made, "tomorrow") is not None


@pytest.mark.parametrize("kind", ["link", "folder", "pipe"])
def test_what_is_no_plain_file_is_refused(made: TestOffice, kind: str) -> None:
    path = made.office.bus_drop / "odd.post"
    if kind == "link":
        path.symlink_to("/etc/hostname")
    elif kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)
    one_life(made.office)

    assert reason(made, "odd")[0] == "header"
    assert dropped(made) == []


def test_names_that_are_taken_are_numbered_and_other_files_are_left_alone(made: TestOffice) -> None:
    for body in ("first", "second"):
        put(made, "bad", topic="Bad", body=body)
        one_life(made.office)
    (made.office.bus_drop / ".unfinished.post").write_text("x")
    (made.office.bus_drop / "readme.txt").write_text("x")
    one_life(made.office)

    assert sorted(path.name for path in made.office.bus_rejected.iterdir()) == [
        "bad-2.post", "bad-2.reason", "bad.post", "bad.reason",
    ]  # fmt: skip
    assert (made.office.bus_drop / ".unfinished.post").exists()
    assert (made.office.bus_drop / "readme.txt").exists()


def test_a_kill_before_any_side_effect_shows_before_or_after_and_nothing_twice(made: TestOffice) -> None:
    one_life(made.office)
    whole = WatchedDisk()
    put(made, "whole")
    with life(made.office, disk=whole) as lived:
        opened = len(whole.calls)
        lived.work_off()
        ended = len(whole.calls)
    assert ended > opened
    seen = 1
    for at in range(opened, ended + 2):
        before = read_ring(made.office.ring)
        post = put(made, f"post-{at}")
        dying = DyingDisk()
        with suppress(Killed), life(made.office, disk=dying) as lived:
            dying.at = len(dying.calls) + at - opened
            lived.work_off()
        now = read_ring(made.office.ring)
        assert now.seen in (before.seen, before.seen + 1)
        assert now.entries[: len(before.entries)] == before.entries
        one_life(made.office)
        seen += 1
        assert read_ring(made.office.ring).seen == seen
        assert receipt(made, f"post-{at}") == {"seq": seen, "height": posted(made)[-1]["height"]}
        assert [line["signature"] for line in posted(made)].count(post.signature) == 1
    assert dropped(made) == []
    assert chain_faults(made) + index_faults(made) == []


def test_an_answer_that_cannot_be_written_is_written_later(made: TestOffice) -> None:
    disk = FailingDisk(lambda _number, call, given: call == "write_new" and "bus/drop" in str(given[0]), errno.ENOSPC)
    put(made, "one")
    with life(made.office, disk=disk) as lived:
        lived.step()
        assert receipt(made, "one") is None
        assert "bus" in lived.said
        disk.heal()
        lived.work_off()
        assert "bus" not in lived.said

    assert receipt(made, "one") == {"seq": 1, "height": posted(made)[0]["height"]}


def test_receipts_are_cleared_after_a_day(made: TestOffice) -> None:
    put(made, "old")
    put(made, "new")
    one_life(made.office)
    os.utime(made.office.bus_drop / "old.receipt", (1, 1))
    one_life(made.office)

    assert receipt(made, "old") is None
    assert receipt(made, "new") is not None


@pytest.mark.parametrize("way", ["deleted", "replaced"])
def test_a_ring_that_is_taken_away_comes_back_while_the_relay_runs(made: TestOffice, way: str) -> None:
    put(made, "one")
    with life(made.office) as lived:
        lived.work_off()
        made.office.ring.unlink()
        if way == "replaced":
            made.office.ring.write_bytes(b"something else")
        put(made, "two")
        lived.work_off()
        lived.work_off()
        assert [entry.seq for entry in read_ring(made.office.ring).entries] == [1, 2]
        put(made, "three")
        lived.work_off()
        assert read_ring(made.office.ring).seen == 3


def test_a_drop_that_was_removed_is_made_again(made: TestOffice) -> None:
    with life(made.office) as lived:
        lived.work_off()
        made.office.bus_drop.rmdir()
        lived.work_off()
        put(made, "one")
        lived.work_off()

    assert receipt(made, "one") is not None
    assert Path(made.office.bus_drop).is_dir()
