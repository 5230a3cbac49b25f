"""Each post is proved from the journal's own line: what does not match, or does not hold, is said."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace

import pytest
from nacl.signing import SigningKey

from mailbox_gui.core.acts.delegating import make_delegation
from mailbox_gui.core.bus.entry import BusEntry
from mailbox_gui.core.bus.post import make_post
from mailbox_gui.core.bus.ring import read_ring, ring_file
from mailbox_gui.core.keys.envelope import public_hex
from mailbox_gui.window.models.bus_view import BusTrouble, BusView
from mailbox_gui.window.questions.bus import BusReading
from mailbox_gui.window.questions.source import Source
from tests.support.life import one_life
from tests.support.post_office import TestOffice

STRANGER, SESSION = SigningKey(b"s" * 32), SigningKey(b"d" * 32)


def put(made: TestOffice, *keys: SigningKey) -> None:
    for number, key in enumerate(keys):
        post = make_post(key, made.now, label="builder\u202e", topic="build", body=f"{number}\0 <i>\ngreen")
        (made.office.bus_drop / f"{number}.post").write_bytes(post.raw)
        one_life(made.office)


def read(made: TestOffice, reading: BusReading | None = None) -> BusView:
    view = (reading or BusReading()).view(Source(made.office), (), made.now)
    assert isinstance(view, BusView)
    return view


def test_foreign_text_is_made_visible_once(office: TestOffice) -> None:
    put(office, STRANGER)
    [row] = read(office).rows
    assert row.label == "builder⟨U+202E⟩"
    assert row.line == "0␀ <i> green"
    assert row.body == "0␀ <i>\ngreen"


def test_what_is_said_of_each_kind_of_key(office: TestOffice) -> None:
    office.act("delegate", make_delegation(office.key, "builder", public_hex(SESSION), 1, office.now, 1))
    one_life(office.office)
    put(office, STRANGER, SESSION, office.key)
    own, session, stranger = read(office).rows
    assert [row.proof.tone for row in (own, session, stranger)] == ["ok", "ok", "quiet"]
    assert all(row.proof.holds for row in (own, session, stranger))
    assert [row.by_owner for row in (own, session, stranger)] == [True, False, False]
    assert session.signer == public_hex(SESSION)[:4]
    office.act("revoke", {"session": public_hex(SESSION)})
    one_life(office.office)
    assert "revoked since" in read(office).rows[1].proof.words


CHANGES: dict[str, tuple[Callable[[BusEntry], BusEntry], str]] = {
    "body": (lambda entry: replace(entry, body="all is red"), "the ring differs from the journal's line"),
    "label": (lambda entry: replace(entry, label="owner"), "the ring differs from the journal's line"),
    "author": (lambda entry: replace(entry, author="ab" * 32), "the ring differs from the journal's line"),
    "another line": (lambda entry: replace(entry, height=1), "the ring differs from the journal's line"),
}


@pytest.mark.parametrize(("change", "words"), CHANGES.values(), ids=CHANGES)
def test_a_ring_that_tells_something_else_is_found_out(
    office: TestOffice, change: Callable[[BusEntry], BusEntry], words: str
) -> None:
    put(office, office.key)
    [entry] = read_ring(office.office.ring).entries
    office.office.ring.write_bytes(ring_file([change(entry)]))
    [row] = read(office).rows
    assert row.proof.tone == "bad"
    assert words in row.proof.words
    assert not row.by_owner


def test_a_post_whose_line_is_not_indexed_yet_waits(office: TestOffice) -> None:
    put(office, office.key)
    [entry] = read_ring(office.office.ring).entries
    office.office.ring.write_bytes(ring_file([replace(entry, height=99_999)]))
    view = read(office)
    assert not view.rows[0].proof.final
    assert not view.rows[0].proof.holds
    assert view.mark == (), "it is looked at again"


def test_an_unchanged_ring_is_not_read_again(office: TestOffice) -> None:
    put(office, STRANGER)
    os.utime(office.office.ring, (1, 1))
    reading, source = BusReading(), Source(office.office)
    view = reading.view(source, (), office.now)
    assert isinstance(view, BusView)
    assert view.mark
    assert reading.view(source, view.mark, office.now) is None


def test_a_ring_that_was_written_a_moment_ago_is_looked_at_again(office: TestOffice) -> None:
    put(office, STRANGER)
    os.utime(office.office.ring)
    assert read(office).mark == ()


def test_no_ring_is_an_empty_one_and_a_damaged_one_says_what_to_do(office: TestOffice) -> None:
    office.office.ring.write_bytes(b"x")
    trouble = BusReading().view(Source(office.office), (), office.now)
    assert isinstance(trouble, BusTrouble)
    assert "`mailbox reindex`" in trouble.advice
    office.office.ring.unlink()
    assert BusReading().view(Source(office.office), (), office.now) == BusView()
