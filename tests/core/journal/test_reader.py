"""Reading begins anywhere, follows segments, and stops before what is torn, changed or still being written."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mailbox_gui.core.journal.entry import DamagedLine, Place
from mailbox_gui.core.journal.reader import JournalReader
from tests.core.journal.history import History, message


def test_a_journal_that_is_not_there_is_empty(history: History) -> None:
    history.folder.rmdir()
    reader = JournalReader(history.folder)
    assert list(reader.entries()) == []
    assert reader.last_height() == 0


@pytest.mark.parametrize("after", range(13))
def test_reading_begins_behind_any_height(history: History, after: int) -> None:
    history.fill(9, segment_bytes=1000)
    entries = history.entries()
    assert [entry.height for entry in entries] == list(range(1, 12))
    reader = JournalReader(history.folder)
    assert list(reader.entries(after)) == entries[after:]
    if 0 < after <= 11:
        assert list(reader.entries(after, entries[after - 1].place)) == entries[after:]


def test_a_reader_follows_a_writer_into_new_segments(history: History) -> None:
    journal = history.open(segment_bytes=1000)
    journal.append([message(0)])
    reading = JournalReader(history.folder).entries()
    assert next(reading).height == 1
    for number in range(1, 6):
        journal.append([message(number)])
    assert [entry.height for entry in reading] == [2, 3, 4, 5, 6]
    assert JournalReader(history.folder).last_height() == 6
    journal.close()


@pytest.mark.parametrize("tail", [b'{"height":4', b"\x00" * 300, b"x"])
def test_a_torn_tail_is_not_read(history: History, tail: bytes) -> None:
    history.fill(3)
    history.write([*history.lines(), tail])
    assert [entry.height for entry in history.entries()] == [1, 2, 3]
    assert JournalReader(history.folder).last_height() == 3


def test_a_tail_longer_than_a_block_is_skipped(history: History) -> None:
    history.fill(3)
    history.write([*history.lines(), bytes(3_000_000)])
    assert JournalReader(history.folder).last_height() == 3


def test_the_last_height_is_found_before_an_empty_segment(history: History) -> None:
    history.fill(3)
    (history.folder / f"{4:012d}.jsonl").touch()
    assert JournalReader(history.folder).last_height() == 3


def test_a_changed_body_is_still_readable(history: History) -> None:
    """The chain is broken there, and the owner wants to see what lies behind."""
    history.fill(5)
    lines = history.lines()
    lines[1] = lines[1].replace(b"tests", b"texts")
    history.write(lines)
    assert len(history.entries()) == len(lines)


@pytest.mark.parametrize(
    "change",
    [
        lambda all_: [*all_[:2], b"garbage\n", *all_[2:]],
        lambda all_: [all_[0], *all_[2:]],
        lambda all_: [*all_, all_[1]],
    ],
    ids=["garbage", "a gap", "a height again"],
)
def test_reading_ends_at_what_is_no_line_or_out_of_order(
    history: History, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    history.fill(3)
    history.write(change(history.lines()))
    reading = JournalReader(history.folder).entries()
    with pytest.raises(DamagedLine) as caught:
        list(reading)
    assert caught.value.height in {2, 3, 4}


def test_a_missing_segment_ends_reading(history: History) -> None:
    history.fill(8, segment_bytes=1000, checkpoint_every=100)
    second = history.entries()[2].place
    history.segments()[1].unlink()
    with pytest.raises(DamagedLine) as caught:
        history.entries()
    assert caught.value.height == 3
    with pytest.raises(DamagedLine) as caught:
        list(JournalReader(history.folder).entries(3, second))
    assert caught.value.height == 4


@pytest.mark.parametrize(
    "place",
    [
        Place(1, 1, 400),
        Place(1, 0, 10),
        Place(1, 0, 9_000_000),
        Place(1, 10**12, 400),
        Place(77, 0, 400),
        Place(1, 0, 0),
    ],
)
def test_no_entry_is_found_where_no_line_lies(history: History, place: Place) -> None:
    history.fill(2)
    with pytest.raises(DamagedLine):
        JournalReader(history.folder).entry_at(place)


def test_two_lines_are_no_entry(history: History) -> None:
    history.fill(2)
    first, second = history.entries()
    with pytest.raises(DamagedLine):
        JournalReader(history.folder).entry_at(Place(1, 0, first.place.length + second.place.length))
