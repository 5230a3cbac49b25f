"""Lines are found backwards and forwards alike, whatever their length."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from mailbox_gui.core.journal import segments
from mailbox_gui.core.journal.entry import DamagedLine
from mailbox_gui.core.journal.segments import RawLine, lines_before, lines_from, list_segments, segment_path


def _write(folder: Path, segment: int, content: bytes) -> list[RawLine]:
    segment_path(folder, segment).write_bytes(content)
    lines, offset = [], 0
    for line in content.splitlines(keepends=True):
        lines.append(RawLine(segment, offset, line))
        offset += len(line)
    return lines


def test_only_segments_are_listed_in_order(tmp_path: Path) -> None:
    for name in ("000000000100.jsonl", "000000000001.jsonl", "2.jsonl", "000000000002.jsonl.part", "torn"):
        (tmp_path / name).touch()
    assert list_segments(tmp_path) == [1, 100]
    assert list_segments(tmp_path / "missing") == []


@pytest.mark.parametrize("block", [2, 3, 7, 64, 1000])
@pytest.mark.parametrize("tail", [b"", b"t", b"torn tail", b"\x00" * 50])
def test_lines_backwards_are_lines_forwards_reversed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int, tail: bytes
) -> None:
    monkeypatch.setattr(segments, "_BLOCK", block)
    dice = random.Random(block)
    content = b"".join(b"x" * dice.choice((0, 1, 2, 63, 64, 65, 200)) + b"\n" for _ in range(40)) + tail
    lines = _write(tmp_path, 1, content)
    assert list(lines_before(tmp_path, 1, len(content))) == lines[::-1]
    assert list(lines_from(tmp_path, 1)) == lines
    assert [line.whole for line in lines] == [True] * 40 + [False] * bool(tail)
    # From inside: what lies before the end of a line, from the beginning of a line on.
    assert list(lines_before(tmp_path, 1, lines[20].offset)) == lines[19::-1]
    assert list(lines_from(tmp_path, 1, lines[20].offset)) == lines[20:]


def test_an_empty_segment_has_no_lines(tmp_path: Path) -> None:
    assert _write(tmp_path, 1, b"") == []
    assert list(lines_before(tmp_path, 1, 0)) == []
    assert list(lines_from(tmp_path, 1)) == []


def test_lines_go_on_in_the_next_segment(tmp_path: Path) -> None:
    lines = [*_write(tmp_path, 1, b"a\nb\n"), *_write(tmp_path, 3, b""), *_write(tmp_path, 4, b"c\nd")]
    assert list(lines_from(tmp_path, 1)) == lines


def test_a_segment_before_the_last_cannot_end_in_the_middle_of_a_line(tmp_path: Path) -> None:
    _write(tmp_path, 1, b"a\nb")
    _write(tmp_path, 3, b"c\n")
    with pytest.raises(DamagedLine, match="000000000001 ends in the middle"):
        list(lines_from(tmp_path, 1))


def test_a_line_that_is_ended_while_it_is_read_is_read_whole(tmp_path: Path) -> None:
    _write(tmp_path, 1, b"a\nb")
    lines = lines_from(tmp_path, 1)
    assert next(lines).content == b"a\n"
    with segment_path(tmp_path, 1).open("ab") as file:
        file.write(b"b\n")
    _write(tmp_path, 3, b"c\n")
    assert [line.content for line in lines] == [b"bb\n", b"c\n"]


def test_a_missing_first_segment_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(lines_from(tmp_path, 1))
