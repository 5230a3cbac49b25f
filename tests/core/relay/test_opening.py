"""Opening a life: what is missing is made, what is lost is rebuilt, and a broken history is left alone."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from mailbox_gui.core.journal.entry import ChainBroken
from mailbox_gui.core.journal.lock import LockHeld, RelayLock
from mailbox_gui.core.keys.key_file import KeyMissing
from tests.support.clock import SetClock
from tests.support.life import life, one_life
from tests.support.post_office import TestOffice
from tests.support.truth import Wanted, chain_faults, faults_of, index_faults, lines_of, tree_of


def lived_in(made: TestOffice) -> list[Wanted]:
    """A post office with mail in every state."""
    wanted = [
        Wanted(made.drop(topic="one"), "accepted"),
        Wanted(made.drop("site", topic="may I", kind="request", requires="owner"), "held"),
        Wanted(made.drop("site", topic="no way", to="builder"), "route"),
    ]
    one_life(made.office)
    return wanted


def test_the_relays_own_folder_can_be_deleted_while_it_is_stopped(made: TestOffice) -> None:
    wanted = lived_in(made)
    shutil.rmtree(made.office.relay)
    wanted.append(Wanted(made.drop(topic="two"), "accepted"))
    one_life(made.office)

    assert faults_of(made, wanted) == []


def test_a_handled_message_is_not_delivered_again_when_the_relays_folder_is_deleted(made: TestOffice) -> None:
    lived_in(made)
    inbox, done = made.box("hub", "inbox"), made.box("hub", "done")
    letters = list(inbox.iterdir())
    for letter in letters:
        letter.rename(done / letter.name)
    shutil.rmtree(made.office.relay)
    one_life(made.office)

    assert list(inbox.iterdir()) == []
    assert faults_of(made) == []


def test_a_deleted_message_and_reason_do_not_come_back(made: TestOffice) -> None:
    """What an agent put away is its own business, whatever the relay has to recover."""
    lived_in(made)
    for box in (made.box("hub", "inbox"), made.box("site", "rejected")):
        for path in box.iterdir():
            path.unlink()
    shutil.rmtree(made.office.relay)
    one_life(made.office)

    assert made.files("hub", "inbox") == []
    assert made.files("site", "rejected") == []


@pytest.mark.parametrize("content", [b"", b"garbage" * 1000, b"SQLite format 3\0" + b"\xff" * 8000])
def test_an_index_that_is_garbage_is_built_anew(made: TestOffice, content: bytes) -> None:
    wanted = lived_in(made)
    made.office.index.write_bytes(content)
    wanted.append(Wanted(made.drop(topic="two"), "accepted"))
    one_life(made.office)

    assert faults_of(made, wanted) == []


def test_an_index_of_another_post_office_is_built_anew(made: TestOffice, tmp_path: Path) -> None:
    wanted = lived_in(made)
    other = TestOffice(tmp_path / "other")
    shutil.copytree(made.root, other.root)
    other.drop("hub", to="site", topic="elsewhere")
    one_life(other.office)
    for topic in ("here", "and here"):
        wanted.append(Wanted(made.drop(topic=topic), "accepted"))
        one_life(made.office)
    shutil.copy(other.office.index, made.office.index)
    one_life(made.office)

    assert faults_of(made, wanted) == []


def test_an_index_that_was_deleted_while_running_is_there_again_after_a_start(made: TestOffice) -> None:
    with life(made.office) as lived:
        lived.work_off()
        for path in made.office.relay.glob("index.sqlite3*"):
            path.unlink()
        draft = made.drop(topic="goes on")
        lived.work_off()
    one_life(made.office)

    assert faults_of(made, [Wanted(draft, "accepted")]) == []


def test_an_index_that_became_garbage_while_running_costs_nothing(made: TestOffice) -> None:
    twice = made.write("builder", topic="twice")
    wanted = [Wanted(made.drop("builder", name="a.md", raw=twice), "accepted")]
    # A life may end by it; the next one makes it good.
    with suppress(OSError, sqlite3.DatabaseError), life(made.office) as lived:
        lived.work_off()
        made.office.index.write_bytes(b"garbage" * 4096)
        for path in made.office.relay.glob("index.sqlite3-*"):
            path.write_bytes(b"garbage" * 512)
        wanted.append(Wanted(made.drop("site", topic="goes on"), "accepted"))
        wanted.append(Wanted(made.drop("builder", name="b.md", raw=twice), "duplicate"))
        lived.work_off()
    one_life(made.office)

    assert faults_of(made, wanted) == []


def test_a_broken_chain_is_said_and_nothing_is_written(made: TestOffice) -> None:
    made.drop(topic="one")
    made.drop("site", topic="two")
    one_life(made.office, reason=None)
    segment = next(made.office.journal.glob("*.jsonl"))
    raw = segment.read_bytes()
    segment.write_bytes(raw.replace(b'"topic":"one"', b'"topic":"two"'))
    draft = made.drop(topic="waits")
    before = tree_of(made), segment.read_bytes()

    with pytest.raises(ChainBroken) as broken, life(made.office):
        pass

    assert broken.value.height >= 1
    assert (tree_of(made), segment.read_bytes()) == before
    assert draft.path.exists()


def test_a_missing_segment_is_a_broken_chain(made: TestOffice) -> None:
    lived_in(made)
    segment = next(made.office.journal.glob("*.jsonl"))
    segment.rename(segment.with_name("000000000002.jsonl"))

    with pytest.raises(ChainBroken), life(made.office):
        pass


def test_a_torn_tail_is_cut_off_kept_aside_and_written_down(made: TestOffice) -> None:
    wanted = lived_in(made)
    segment = next(made.office.journal.glob("*.jsonl"))
    with segment.open("ab") as file:
        file.write(b'{"height":99,"at":"20')
    one_life(made.office)

    assert [path.read_bytes() for path in (made.office.journal / "torn").iterdir()] == [b'{"height":99,"at":"20']
    recovered = [line for line in lines_of(made) if line["type"] == "recovered"]
    assert [line["torn_bytes"] for line in recovered] == [21]
    assert faults_of(made, wanted) == []


def test_a_missing_relay_key_is_said(made: TestOffice) -> None:
    (made.office.keys / "relay.secret").unlink()

    with pytest.raises(KeyMissing), life(made.office):
        pass


def test_one_relay_at_a_time(made: TestOffice) -> None:
    with life(made.office), pytest.raises(LockHeld, match="runs already"):
        RelayLock(made.root).acquire("another")


def test_a_clean_start_and_stop_write_only_their_own_lines(made: TestOffice, clock: SetClock) -> None:
    for _ in range(3):
        one_life(made.office, clock=clock)

    types = [line["type"] for line in lines_of(made)]
    assert types == ["rules", *["started", "stopped", "checkpoint"] * 3]
    assert lines_of(made)[1]["pid"] == os.getpid()
    assert chain_faults(made) == []
    assert index_faults(made) == []


def test_a_post_office_that_was_moved_works_where_it_is(made: TestOffice, tmp_path: Path) -> None:
    wanted = lived_in(made)
    made.root.rename(tmp_path / "moved")
    moved = TestOffice(tmp_path / "moved")
    one_life(moved.office)

    assert faults_of(moved, wanted) == []


def test_owner_folders_that_are_missing_are_made(made: TestOffice) -> None:
    shutil.rmtree(made.root / "owner")
    one_life(made.office)

    assert sorted(path.name for path in (made.root / "owner").iterdir()) == [
        "done", "inbox", "outbox", "queue", "rejected",
    ]  # fmt: skip
