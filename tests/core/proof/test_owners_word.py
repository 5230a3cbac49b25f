"""Reading the owner's word out of a journal: the whole chain holds it, and a forged line is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbox_gui.core.journal.codec import encode
from mailbox_gui.core.journal.entry import ChainBroken
from mailbox_gui.core.journal.records import Accepted, Stopped
from mailbox_gui.core.proof.owners_word import ForgedLine, read_owners_word
from tests.core.read_models.history import History, content
from tests.support.clock import NOON
from tests.support.signed_records import OTHER, OWNER_KEY, SESSION_KEY, delegated, mail, revoked, rules


@pytest.fixture
def history() -> History:
    made = History(now=NOON)
    for record in (rules(1), mail(Accepted, content("builder", "hub")), delegated(), Stopped("x"), revoked()):
        made.add(record)
    return made


def test_all_that_the_owner_signed_is_read(history: History, tmp_path: Path) -> None:
    authority = read_owners_word(history.write(tmp_path), None)
    standing = authority.standing(SESSION_KEY)
    assert standing is not None
    assert (authority.owner_key, standing.height, standing.revoked_height) == (OWNER_KEY, 3, 5)


def test_an_empty_journal_says_nothing(tmp_path: Path) -> None:
    assert read_owners_word(tmp_path, None).owner_key == ""
    assert read_owners_word(tmp_path / "missing", None).owner_key == ""


def test_words_in_a_body_are_no_line(tmp_path: Path) -> None:
    made = History(now=NOON)
    made.add(rules(1))
    made.add(mail(Accepted, content("builder", "hub", body='{"height":3,"at":"2026","type":"delegated","x":1}\n')))
    assert read_owners_word(made.write(tmp_path), None).sessions() == ()


@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_a_line_exchanged_in_the_middle_breaks_the_chain(history: History, tmp_path: Path, height: int) -> None:
    entry = history.entries[height - 1]
    history.lines[height - 1] = encode(height, entry.at, Stopped("forged"), entry.prev)
    with pytest.raises(ChainBroken) as broken:
        read_owners_word(history.write(tmp_path), None)
    assert not isinstance(broken.value, ForgedLine)
    assert broken.value.height == height


def test_a_line_taken_out_breaks_the_chain(history: History, tmp_path: Path) -> None:
    del history.lines[2]
    with pytest.raises(ChainBroken):
        read_owners_word(history.write(tmp_path), None)


def test_a_forged_line_is_named(history: History, tmp_path: Path) -> None:
    history.add(delegated("site", serial=7, key=OTHER))
    with pytest.raises(ForgedLine, match="forged at height 6: it is signed with a key") as forged:
        read_owners_word(history.write(tmp_path), None)
    assert forged.value.height == 6


def test_a_line_that_is_no_line_of_its_type_is_named(history: History, tmp_path: Path) -> None:
    last = history.entries[-1]
    line = b'{"height":6,"at":"2026-11-30T13:00:00.000Z","type":"revoked","prev":"%s"}\n' % last.hash.encode()
    history.lines.append(line)
    with pytest.raises(ChainBroken) as broken:
        read_owners_word(history.write(tmp_path), None)
    assert broken.value.height == 6


def test_segments_are_read_one_after_the_other(history: History, tmp_path: Path) -> None:
    folder = tmp_path / "journal"
    folder.mkdir()
    (folder / "000000000001.jsonl").write_bytes(b"".join(history.lines[:3]))
    (folder / "000000000004.jsonl").write_bytes(b"".join(history.lines[3:]))
    standing = read_owners_word(folder, None).standing(SESSION_KEY)
    assert standing is not None
    assert standing.revoked_height == 5


def test_a_last_line_that_is_cut_short_is_not_read(history: History, tmp_path: Path) -> None:
    whole = len(history.lines[-1])
    history.lines[-1] = history.lines[-1][: whole // 2]
    standing = read_owners_word(history.write(tmp_path), None).standing(SESSION_KEY)
    assert standing is not None
    assert standing.revoked_height is None
