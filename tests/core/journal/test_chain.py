"""Whatever is changed in a journal is found, and the first height that cannot be relied on is named."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nacl.signing import SigningKey

from mailbox_gui.core.journal.chain import ChainReport, verify_chain
from mailbox_gui.core.journal.codec import encode, line_hash
from mailbox_gui.core.journal.records import Stopped, Unknown
from mailbox_gui.core.keys.envelope import public_hex
from tests.core.journal.history import NOON, History, message


def test_a_journal_that_is_not_there_is_whole(history: History) -> None:
    history.folder.rmdir()
    assert history.verify() == ChainReport(0, None, None, 0)


def test_a_whole_journal_is_whole_across_segments(history: History) -> None:
    history.fill(9, segment_bytes=1200, stop=True)
    assert len(history.segments()) > 3
    # 9 messages, checkpoints at 4, 8 and 12, and the one of the stop at 14.
    assert history.verify() == ChainReport(14, None, None, 4)


def test_checkpoints_of_any_key_are_taken_where_no_key_is_known(history: History) -> None:
    history.fill(4)
    assert verify_chain(history.folder, None).checkpoints == 1
    report = verify_chain(history.folder, public_hex(SigningKey.generate()))
    assert (report.broken_at, report.height) == (4, 3)
    assert "another key" in (report.reason or "")


Change = Callable[[list[bytes]], list[bytes]]


def _edit(height: int, old: bytes, new: bytes) -> Change:
    def change(lines: list[bytes]) -> list[bytes]:
        assert old in lines[height - 1]
        return [*lines[: height - 1], lines[height - 1].replace(old, new, 1), *lines[height:]]

    return change


def _rechain(lines: list[bytes], start: int) -> list[bytes]:
    """What somebody does who changes a line and then makes all later lines fit."""
    for index in range(start, len(lines)):
        fitting = b'"prev":"' + line_hash(lines[index - 1]).encode() + b'"}\n'
        lines[index] = re.sub(rb'"prev":"[0-9a-f]{64}"}\n$', fitting, lines[index])
    return lines


def _forge(height: int) -> Change:
    return lambda lines: _rechain(_edit(height, b"All tests pass", b"All tests fail")(lines), height)


def _replay_checkpoint(lines: list[bytes]) -> list[bytes]:
    """The genuine checkpoint of height 4 at height 8, fitted in."""
    lines[7] = lines[3].replace(b'"height":4', b'"height":8', 1)
    return _rechain(lines, 7)


# The journal has twelve lines, checkpoints at 4, 8 and 12, and the last is the stop's own checkpoint.
CHANGES: list[tuple[str, Change, int]] = [
    ("a word in a body", _edit(3, b"tests", b"texts"), 3),
    ("a word in the first line", _edit(1, b"tests", b"texts"), 1),
    ("a word in the line before the last", _edit(11, b"asked", b"asked,"), 11),
    ("a moment in the last line", _edit(12, b"12:00", b"12:01"), 12),
    ("a sender", _edit(6, b'"from":"builder"', b'"from":"trader"'), 6),
    ("the hash of the line before", _edit(6, b'"prev":"', b'"prev":"0'), 6),
    ("spaces in the last line", _edit(12, b'"type":', b'"type": '), 12),
    ("a blank inside the last line", _edit(12, b'"document":{', b'"document": {'), 12),
    ("a letter of the last line as an escape", _edit(12, b'"key":"', b'"\\u006bey":"'), 12),
    ("the last line's type", _edit(12, b'"checkpoint"', b'"checkpoins"'), 12),
    ("a line removed", lambda lines: lines[:4] + lines[5:], 5),
    ("the first line removed", lambda lines: lines[1:], 1),
    ("two lines swapped", lambda lines: [*lines[:4], lines[5], lines[4], *lines[6:]], 5),
    ("a line twice", lambda lines: lines[:6] + lines[5:], 6),
    ("a foreign line put in", lambda lines: [*lines[:6], lines[2], *lines[6:]], 7),
    ("a blank line", lambda lines: [*lines[:6], b"\n", *lines[6:]], 7),
    ("garbage", lambda lines: [*lines[:6], b"\xff\xfe{garbage}\n", *lines[6:]], 7),
    ("garbage at the end", lambda lines: [*lines, b"garbage\n"], 13),
    ("zero bytes in the middle", _edit(3, b"tests", b"\x00\x00\x00\x00\x00"), 3),
    ("a line without its newline", _edit(6, b"\n", b""), 6),
    ("a forged line, all later ones made to fit", _forge(6), 8),
    ("a forged first line, all later ones made to fit", _forge(1), 4),
    ("a genuine checkpoint in another place", _replay_checkpoint, 8),
]


@pytest.mark.parametrize(("change", "height"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_a_change_is_found_and_its_height_named(history: History, change: Change, height: int) -> None:
    history.fill(8, stop=True)
    assert len(history.lines()) == 12
    history.write(change(history.lines()))
    report = history.verify()
    assert (report.broken_at, report.height) == (height, height - 1)
    assert report.reason


def test_a_line_that_goes_back_in_time_is_found(history: History) -> None:
    history.fill(2)
    lines = history.lines()
    lines.append(encode(3, NOON, Stopped("asked to"), line_hash(lines[-1])))
    history.write(lines)
    assert history.verify().broken_at == 3


def test_a_line_of_an_unknown_type_is_kept_but_cannot_be_the_last(history: History) -> None:
    history.fill(1)
    journal = history.open()
    journal.append([Unknown("posted", {"seq": 1})])
    assert history.verify().broken_at == 2
    journal.append([message(2)])
    assert history.verify().broken_at is None
    journal.close()


SEGMENT_CHANGES: list[tuple[str, Callable[[History], object], int]] = [
    ("the first missing", lambda history: history.segments()[0].unlink(), 1),
    ("one in the middle missing", lambda history: history.segments()[1].unlink(), 3),
    ("one in the middle empty", lambda history: history.segments()[1].write_bytes(b""), 3),
    ("one in the middle torn", lambda history: _cut(history, 1, 5), 4),
    ("one in the middle without its last line", lambda history: _cut_line(history, 1), 4),
    (
        "one with a wrong first height",
        lambda history: history.segments()[1].rename(history.folder / f"{4:012d}.jsonl"),
        3,
    ),
    ("an empty one of a wrong height", lambda history: (history.folder / f"{99:012d}.jsonl").touch(), 9),
]


def _cut(history: History, segment: int, length: int) -> None:
    path = history.segments()[segment]
    path.write_bytes(path.read_bytes()[:-length])


def _cut_line(history: History, segment: int) -> None:
    path = history.segments()[segment]
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


@pytest.mark.parametrize(
    ("change", "height"), [c[1:] for c in SEGMENT_CHANGES], ids=[name for name, *_ in SEGMENT_CHANGES]
)
def test_a_damaged_segment_is_found(history: History, change: Callable[[History], object], height: int) -> None:
    history.fill(8, segment_bytes=1000, checkpoint_every=100)
    assert [path.stem for path in history.segments()] == [f"{first:012d}" for first in (1, 3, 5, 7)]
    change(history)
    report = history.verify()
    assert (report.broken_at, report.height) == (height, height - 1)


def test_other_files_in_the_folder_are_let_alone(history: History) -> None:
    history.fill(3)
    (history.folder / "notes.txt").write_text("x")
    (history.folder / "1.jsonl").write_text("x")
    (history.folder / "torn").mkdir()
    assert history.verify().broken_at is None


@pytest.mark.parametrize("tail", [b'{"height":4,', b"\x00" * 5000, b'{"height":4,"at"\x00\x00', None])
def test_a_torn_tail_is_no_break(history: History, tail: bytes | None) -> None:
    history.fill(3)
    lines = history.lines()
    # None: the last line is whole but for its newline.
    history.write([*lines, tail] if tail is not None else [*lines[:-1], lines[-1].removesuffix(b"\n")])
    report = history.verify()
    assert report.broken_at is None
    assert report.height == (3 if tail is not None else 2)
    assert report.torn_bytes == len(tail if tail is not None else lines[-1][:-1])


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.floats(0, 1, exclude_max=True), value=st.integers(1, 255))
def test_any_changed_byte_is_found(new_history: Callable[[], History], where: float, value: int) -> None:
    history = new_history()
    history.fill(5, stop=True)
    content = bytearray(b"".join(history.lines()))
    position = int(where * len(content))
    line = content.count(b"\n", 0, position) + 1
    content[position] ^= value
    history.write([bytes(content)])
    report = history.verify()
    # The very last newline is the one byte whose loss looks like a power cut.
    assert report.broken_at is not None or report.torn_bytes
    assert line - 2 <= report.height < line
