"""A journal that was shortened is no journal to go on with, unless what remembers its height was taken away too."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.core.journal.entry import ChainBroken
from mailbox_gui.core.relay.known_heights import ShortenedJournal
from tests.support.life import life, one_life
from tests.support.post_office import TestOffice
from tests.support.truth import Wanted, faults_of, lines_of, tree_of


def _segment(made: TestOffice) -> Path:
    (segment,) = made.office.journal.glob("*.jsonl")
    return segment


def _cut(lines: int) -> Callable[[TestOffice], None]:
    def cut(made: TestOffice) -> None:
        segment = _segment(made)
        segment.write_bytes(b"".join(segment.read_bytes().splitlines(keepends=True)[:-lines]))

    return cut


def _cut_within_a_line(made: TestOffice) -> None:
    segment = _segment(made)
    segment.write_bytes(segment.read_bytes()[:-700])


WAYS: dict[str, Callable[[TestOffice], object]] = {
    "the only segment deleted": lambda made: _segment(made).unlink(),
    "the segment emptied": lambda made: _segment(made).write_bytes(b""),
    "the folder deleted": lambda made: shutil.rmtree(made.office.journal),
    "the last line cut": _cut(1),
    "four lines cut": _cut(4),
    "cut within a line": _cut_within_a_line,
}
MEMORIES: dict[str, Callable[[TestOffice], object]] = {
    "both": lambda _: None,
    "the index": lambda made: made.office.finished.unlink(),
    "the mark": lambda made: made.office.index.unlink(),
    "the mark, the index garbage": lambda made: made.office.index.write_bytes(b"garbage" * 1000),
}
SAID = r"^the journal ends at height \d+, but \d+ had been reached: lines at its end are gone; restore it from"
# The mark may lag behind by lines that need no finishing.
CASES = [
    (way, memory)
    for way in WAYS
    for memory in MEMORIES
    if not (way == "the last line cut" and memory.startswith("the mark"))
]


def _lived_in(made: TestOffice) -> None:
    for number in range(3):
        made.drop(topic=f"letter {number}")
        one_life(made.office)


@pytest.mark.parametrize(("way", "memory"), CASES)
def test_a_shortened_journal_is_refused_and_nothing_is_written(made: TestOffice, way: str, memory: str) -> None:
    _lived_in(made)
    full = len(lines_of(made))
    WAYS[way](made)
    MEMORIES[memory](made)
    draft = made.drop(topic="waits")
    before = tree_of(made)

    for _ in range(2):
        with pytest.raises(ShortenedJournal, match=SAID) as met, life(made.office):
            pass
        assert isinstance(met.value, ChainBroken)
        assert 1 <= met.value.height <= full

    assert draft.path.exists()
    assert tree_of(made) == before


@pytest.mark.parametrize("gone", ["all of .relay", "what the refusal names"])
def test_who_takes_the_memories_away_goes_on_with_what_is_left(made: TestOffice, gone: str) -> None:
    _lived_in(made)
    _cut(4)(made)
    left = len(lines_of(made))
    if gone == "all of .relay":
        shutil.rmtree(made.office.relay)
    else:
        made.office.finished.unlink()
        made.office.index.unlink()
    draft = made.drop(topic="goes on")
    one_life(made.office)

    assert len(lines_of(made)) > left
    assert Wanted(draft, "accepted").draft.path.exists() is False


@pytest.mark.parametrize("reason", [None, "stopped"])
def test_an_honest_end_is_no_shortened_one(made: TestOffice, reason: str | None) -> None:
    """Whether the relay was stopped or killed, and whatever half a line a power cut left behind."""
    wanted = []
    for number in range(3):
        wanted.append(Wanted(made.drop(topic=f"letter {number}"), "accepted"))
        one_life(made.office, reason=reason)
        with _segment(made).open("ab") as file:
            file.write(b'{"height":99,"at":"20')
    one_life(made.office)

    assert faults_of(made, wanted) == []


def test_a_mark_that_says_nothing_is_no_height(made: TestOffice) -> None:
    _lived_in(made)
    for content in (b"", b"12", b"x" * 21, b"-" + b"1" * 20):
        made.office.finished.write_bytes(content)
        one_life(made.office)
    assert faults_of(made) == []


def test_another_journal_that_is_longer_is_gone_on_with_and_noted(made: TestOffice, tmp_path: Path) -> None:
    """Nothing in it shows that it is another one; the index knows, and the history says so from then on."""
    other = TestOffice(tmp_path / "other")
    shutil.copytree(made.root, other.root)
    _lived_in(made)
    for _ in range(2):
        _lived_in(other)
    shutil.copy(_segment(other), _segment(made))
    with life(made.office) as lived:
        assert "history-exchanged" in lived.said

    (recovered,) = [line for line in lines_of(made) if line["type"] == "recovered"]
    assert "cut or exchanged" in recovered["notes"][0]
