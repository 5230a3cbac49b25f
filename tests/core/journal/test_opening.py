"""A journal cut or holed by a power cut is mended, a changed one is refused, and opening stays cheap."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.core.journal import chain
from mailbox_gui.core.journal.codec import encode, line_hash
from mailbox_gui.core.journal.entry import ChainBroken
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Stopped
from tests.core.journal.history import NOON, History, message


def _torn_files(history: History) -> list[bytes]:
    return [path.read_bytes() for path in sorted((history.folder / "torn").glob("*"))]


def _whole_lines(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True)


# Method E: the last five lines (two messages, a checkpoint, a stop and its checkpoint), cut at every byte.
@pytest.mark.parametrize("back", range(1, 6), ids=lambda back: f"line -{back}")
def test_a_journal_cut_at_any_byte_goes_on_whole(new_history: Callable[[], History], back: int) -> None:
    origin = new_history()
    origin.fill(3, stop=True)
    journal = origin.open(checkpoint_every=4)
    journal.append([message(9, "Ещё одно.\n")])
    journal.close("asked to")
    lines = origin.lines()
    kept, line = lines[:-back], lines[-back]
    for length in range(len(line)):
        history = new_history()
        torn = line[:length]
        history.write([*kept, torn])
        journal = history.open()
        assert (journal.height, journal.opening.torn_bytes) == (len(kept), length)
        assert history.lines() == kept
        assert _torn_files(history) == ([torn] if torn else [])
        entry = journal.append([message(10)])[0]
        assert entry.height == len(kept) + 1
        journal.close()
        report = history.verify()
        assert (report.broken_at, report.height, report.torn_bytes) == (None, len(kept) + 1, 0)


def test_a_second_opening_finds_nothing_to_mend(history: History) -> None:
    history.fill(3)
    history.write([*history.lines(), b'{"height":4'])
    first = history.open()
    assert first.opening.torn_file is not None
    assert first.opening.torn_file.read_bytes() == b'{"height":4'
    first.close()
    before = history.lines()
    second = history.open()
    assert (second.opening.torn_bytes, second.opening.torn_file) == (0, None)
    second.close()
    assert history.lines() == before


def test_what_was_torn_twice_at_one_height_is_kept_twice(history: History) -> None:
    history.fill(3)
    for torn in (b"one", b"two"):
        history.write([*history.lines(), torn])
        history.open().close()
    assert _torn_files(history) == [b"one", b"two"]


def test_the_torn_part_is_safe_aside_before_it_is_cut(history: History) -> None:
    history.fill(2)
    size = history.segments()[0].stat().st_size
    history.write([*history.lines(), b"torn"])
    history.disk.calls.clear()
    history.open().close()
    assert history.disk.calls[:6] == [
        "sync_folder journal",
        "write_new 000000000003-1.part",
        "sync_file 000000000003-1.part",
        "sync_folder torn",
        f"truncate {size}",
        history.disk.calls[5],
    ]
    assert history.disk.calls[5].startswith("write_again")
    assert history.disk.calls[6:] == ["sync_file 000000000001.jsonl", "sync_folder journal"]


def _batch(history: History, count: int) -> list[bytes]:
    """The lines of one append of `count` messages, on top of what is there; not left in the journal."""
    before = history.lines()
    journal = history.open()
    journal.append([message(number) for number in range(50, 50 + count)])
    journal.close()
    batch = history.lines()[len(before) :]
    history.write(before)
    return batch


def _zeroed(content: bytes, start: int, end: int) -> bytes:
    return content[:start] + bytes(end - start) + content[end:]


# Whole lines that stay of a batch of five whose pages the power cut left as zeros: which bytes, of which length.
HOLES: list[tuple[str, Callable[[list[bytes]], bytes], int]] = [
    ("the end", lambda batch: _zeroed(b"".join(batch), len(b"".join(batch[:3])) + 40, len(b"".join(batch))), 3),
    ("all of it", lambda batch: bytes(len(b"".join(batch))), 0),
    ("the first line", lambda batch: _zeroed(b"".join(batch), 0, len(batch[0]) + 10), 0),
    ("the middle", lambda batch: _zeroed(b"".join(batch), len(batch[0]) + 10, len(b"".join(batch[:3])) + 10), 1),
    (
        "two holes",
        lambda batch: _zeroed(_zeroed(b"".join(batch), len(batch[0]) + 9, len(batch[0]) + 99), 1500, 1600),
        1,
    ),
    ("zeros behind whole lines", lambda batch: b"".join(batch) + bytes(4096), 5),
]


@pytest.mark.parametrize(("hole", "kept"), [row[1:] for row in HOLES], ids=[row[0] for row in HOLES])
def test_an_append_left_with_zero_bytes_is_torn(
    history: History, hole: Callable[[list[bytes]], bytes], kept: int
) -> None:
    history.fill(3)
    before = history.lines()
    batch = _batch(history, 5)
    history.write([*before, hole(batch)])
    assert history.verify().broken_at is None
    journal = history.open()
    assert journal.height == 3 + kept
    assert history.lines() == before + batch[:kept]
    assert journal.opening.torn_bytes == len(hole(batch)) - len(b"".join(batch[:kept]))
    journal.close("asked to")
    assert history.verify().broken_at is None


def test_zero_bytes_before_a_later_append_are_a_break(history: History) -> None:
    history.fill(5, checkpoint_every=100)
    lines = history.lines()
    lines[1] = lines[1].replace(b"tests", bytes(5))
    history.write(lines)
    with pytest.raises(ChainBroken) as caught:
        history.open()
    assert caught.value.height == 2
    assert history.verify().broken_at == 2


@pytest.mark.parametrize(
    ("tail", "height"),
    [
        (b"garbage\n", 4),
        (b"\xff\xfe\x01\n", 4),
        (b"\n", 4),
        (encode(4, NOON, Stopped("s"), "0" * 64), 3),
        (encode(5, NOON, Stopped("s"), "0" * 64), 4),
        (encode(3, NOON, Stopped("s"), "0" * 64), 3),
    ],
    ids=["garbage", "binary", "blank", "a line that does not fit", "a gap", "a height twice"],
)
def test_whole_lines_that_do_not_belong_there_are_refused_and_nothing_is_touched(
    history: History, tail: bytes, height: int
) -> None:
    history.fill(3)
    history.write([*history.lines(), tail])
    before = history.lines()
    with pytest.raises(ChainBroken) as caught:
        history.open()
    assert caught.value.height == height
    assert str(height) in str(caught.value)
    assert history.lines() == before
    # Reading goes on as far as there are lines.
    assert next(JournalReader(history.folder).entries()).height == 1


def test_the_first_break_is_named_even_where_another_follows(history: History) -> None:
    history.fill(8, stop=True)
    lines = history.lines()
    lines[2] = lines[2].replace(b"tests", b"texts")
    lines[-1] = lines[-1].replace(b'"signature":"', b'"signature":"0')
    history.write(lines)
    with pytest.raises(ChainBroken) as caught:
        history.open()
    assert caught.value.height == 3


@pytest.mark.parametrize("index", [0, 1, 2])
def test_a_missing_segment_is_refused(history: History, index: int) -> None:
    history.fill(8, segment_bytes=1000, checkpoint_every=100)
    history.segments()[index].unlink()
    with pytest.raises(ChainBroken) as caught:
        history.open()
    assert caught.value.height == 2 * index + 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-3]),
        lambda path: path.write_bytes(path.read_bytes().splitlines(keepends=True)[0]),
        lambda path: path.write_bytes(path.read_bytes() + b"garbage\n"),
        lambda path: path.write_bytes(path.read_bytes() + bytes(100)),
        lambda path: path.write_bytes(bytes(path.stat().st_size)),
    ],
    ids=["empty", "torn", "short", "garbage", "zeros behind", "zeros only"],
)
def test_a_damaged_segment_before_the_last_is_refused(history: History, damage: Callable[[Path], object]) -> None:
    history.fill(8, segment_bytes=1000, checkpoint_every=100)
    damage(history.segments()[1])
    with pytest.raises(ChainBroken) as caught:
        history.open()
    assert caught.value.height in {3, 4, 5}
    assert caught.value.height == history.verify().broken_at


def test_an_empty_last_segment_is_taken_up(history: History) -> None:
    history.fill(4, segment_bytes=1000, checkpoint_every=100)
    (history.folder / f"{5:012d}.jsonl").touch()
    journal = history.open()
    assert journal.append([message(5)])[0].place.segment == 5
    journal.close("asked to")
    assert history.verify().broken_at is None


def test_an_empty_last_segment_of_a_wrong_height_is_refused(history: History) -> None:
    history.fill(4)
    (history.folder / f"{9:012d}.jsonl").touch()
    with pytest.raises(ChainBroken):
        history.open()


def test_a_torn_first_line_leaves_an_empty_segment(history: History) -> None:
    history.fill(1)
    history.write([history.lines()[0][:-9]])
    journal = history.open()
    assert journal.height == 0
    assert journal.append([message(1)])[0].height == 1
    journal.close()
    assert history.verify() == chain.ChainReport(1, None, None, 0)


def test_only_the_lines_from_the_last_checkpoint_on_are_followed(history: History) -> None:
    history.fill(30, checkpoint_every=10, segment_bytes=3000)
    lines = sum(1 for _ in history.lines())
    journal = history.open()
    assert (journal.opening.verified_from, journal.height) == (30, lines)
    journal.close()


def test_a_change_before_the_last_checkpoint_does_not_keep_the_relay_from_starting(history: History) -> None:
    """It costs a walk over everything to find, which `verify` does and starting cannot."""
    history.fill(8, stop=True)
    lines = history.lines()
    lines[1] = lines[1].replace(b"tests", b"texts")
    history.write(lines)
    history.open().close()
    assert history.verify().broken_at == 2


def test_an_unclean_end_after_a_rewritten_tail_shows_at_the_next_checkpoint(history: History) -> None:
    """What no checkpoint covers yet can be rewritten with its hashes: the limit of a chain without witnesses."""
    history.fill(2)
    first, second = history.lines()
    forged = encode(2, NOON.replace(hour=13), message(7), line_hash(first))
    assert forged != second
    history.write([first, forged])
    assert history.verify().broken_at is None
