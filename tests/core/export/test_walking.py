"""The walk over the journal that every export makes: sound lines only, to the last whole one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mailbox_gui.core.export.walking import has_owners_word, journal_bytes, sound_lines
from mailbox_gui.core.journal.chain import ChainWalk
from mailbox_gui.core.journal.entry import ChainBroken
from mailbox_gui.core.keys.relay_key import relay_public
from mailbox_gui.core.relay.state import utc_now
from tests.support.post_office import TestOffice, found


def walk(made: TestOffice) -> ChainWalk:
    return ChainWalk(made.office.journal, relay_public(made.office.keys))


def test_every_line_comes_once(lived: TestOffice) -> None:
    lines = [line.content for line in sound_lines(walk(lived))]
    segments = sorted(lived.office.journal.glob("*.jsonl"))
    assert b"".join(lines) == b"".join(path.read_bytes() for path in segments)
    assert journal_bytes(lived.office.journal) == sum(map(len, lines))


def test_where_nothing_was_written_nothing_comes(tmp_path_factory: pytest.TempPathFactory) -> None:
    made = found(tmp_path_factory.mktemp("new") / "office", clock=utc_now)
    assert list(sound_lines(walk(made))) == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda segments: segments[0].unlink(),
        lambda segments: segments[1].unlink(),
        lambda segments: segments[1].write_bytes(segments[1].read_bytes()[:-1]),
        lambda segments: segments[1].write_bytes(segments[1].read_bytes().replace(b'"at":"2', b'"at":"3', 1)),
        lambda segments: segments[-1].write_bytes(b"{}\n"),
    ],
)
def test_a_break_ends_it_with_its_place(office: TestOffice, damage: Callable[[object], object]) -> None:
    damage(sorted(office.office.journal.glob("*.jsonl")))
    with pytest.raises(ChainBroken):
        list(sound_lines(walk(office)))


def test_a_segment_taken_away_meanwhile_is_a_break(office: TestOffice) -> None:
    lines = sound_lines(walk(office))
    next(lines)
    max(office.office.journal.glob("*.jsonl")).unlink()
    with pytest.raises(ChainBroken, match="missing"):
        list(lines)


def test_lines_of_the_owners_word_are_known_without_parsing(lived: TestOffice) -> None:
    words = {
        line.content.split(b'"type":"')[1].split(b'"')[0]
        for line in sound_lines(walk(lived))
        if has_owners_word(line.content)
    }
    assert words == {b"rules", b"delegated", b"revoked", b"decided"}
