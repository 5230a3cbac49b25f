"""The result of a search as a file: the journal's own bytes, or a table that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from mailbox_gui.core.export.mail_files import export_eml, export_mbox
from mailbox_gui.core.export.new_file import TargetTaken
from mailbox_gui.core.export.result import COLUMNS, csv_row, export_result
from mailbox_gui.core.journal.entry import DamagedLine
from mailbox_gui.core.read_models.journal_lines import last_height
from mailbox_gui.core.read_models.reading import Reading
from tests.core.export.mails import read_mbox
from tests.support.disks import WatchedDisk
from tests.support.post_office import TestOffice


class GivenUpError(Exception):
    """As the window's cancel."""


def journal(lived: TestOffice) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(lived.office.journal.glob("*.jsonl")))


@pytest.fixture
def reading(lived: TestOffice) -> Reading:
    return Reading(lived.office.index, lived.office.journal)


def test_lines_are_the_journals_own_bytes(lived: TestOffice, reading: Reading, tmp_path: Path) -> None:
    last = last_height(reading.connection)
    target = tmp_path / "all.jsonl"
    heights = range(1, last + 1)
    assert export_result(lived.office, reading.connection, heights, target, "jsonl", disk=WatchedDisk()) == last
    assert target.read_bytes() == b"".join(journal(lived).splitlines(keepends=True)[:last])


def test_a_table_has_a_row_for_each_line(lived: TestOffice, reading: Reading, tmp_path: Path) -> None:
    last = last_height(reading.connection)
    target = tmp_path / "all.csv"
    export_result(lived.office, reading.connection, range(last, 0, -1), target, "csv", disk=WatchedDisk())
    rows = list(csv.DictReader(io.StringIO(target.read_text(encoding="utf-8"))))
    assert [int(row["height"]) for row in rows] == list(range(last, 0, -1))
    assert list(rows[0]) == list(COLUMNS)
    assert {"accepted", "held", "decided", "started"} <= {row["type"] for row in rows}
    assert all(row["from"] and row["topic"] for row in rows if row["type"] == "accepted")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@sum(a1)", "\t=1", "\r=1", "\n=1", " =1", "\uff1d1", "\u00a0@x"])
def test_no_cell_begins_a_formula(text: str) -> None:
    cells = next(csv.reader(io.StringIO(csv_row((text, "plain")).decode())))
    assert cells[0].startswith("'")
    assert cells[1] == "plain"


def test_quotes_separators_and_hidden_characters_stay_in_their_cell() -> None:
    cells = next(csv.reader(io.StringIO(csv_row(('a "b", c;', "x\u202ey", "two\nlines")).decode())))
    assert cells == ['a "b", c;', "x⟨U+202E⟩y", "two␊lines"]


def test_given_up_it_leaves_nothing(lived: TestOffice, reading: Reading, tmp_path: Path) -> None:
    def give_up(done: int, _total: int) -> None:
        if done:
            raise GivenUpError

    with pytest.raises(GivenUpError):
        export_result(
            lived.office, reading.connection, [3, 2, 1], tmp_path / "x.csv", "csv", disk=WatchedDisk(), progress=give_up
        )
    assert list(tmp_path.iterdir()) == []


def test_it_never_writes_over_a_file(lived: TestOffice, reading: Reading, tmp_path: Path) -> None:
    target = tmp_path / "x.jsonl"
    target.write_text("mine")
    with pytest.raises(TargetTaken):
        export_result(lived.office, reading.connection, [1], target, "jsonl", disk=WatchedDisk())
    assert target.read_text() == "mine"


def test_a_height_that_is_not_there_is_said(lived: TestOffice, reading: Reading, tmp_path: Path) -> None:
    with pytest.raises(DamagedLine):
        export_result(lived.office, reading.connection, [10**9], tmp_path / "x", "jsonl", disk=WatchedDisk())
    assert list(tmp_path.iterdir()) == []


def test_mail_of_the_result_alone(lived: TestOffice, tmp_path: Path) -> None:
    export_mbox(lived.office, tmp_path / "all.mbox", disk=WatchedDisk())
    heights = [int(str(mail["X-Mailbox-Height"])) for mail in read_mbox(tmp_path / "all.mbox")]
    wanted = frozenset(heights[1:3])
    assert export_mbox(lived.office, tmp_path / "some.mbox", disk=WatchedDisk(), wanted=wanted) == 2
    found = [int(str(mail["X-Mailbox-Height"])) for mail in read_mbox(tmp_path / "some.mbox")]
    assert found == heights[1:3]
    assert export_eml(lived.office, tmp_path / "mails", disk=WatchedDisk(), wanted=wanted) == 2
