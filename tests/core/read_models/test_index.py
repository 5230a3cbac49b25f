"""The index follows the journal whole batch by whole batch, whatever the machine does."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.entry import DamagedLine, Entry
from mailbox_gui.core.journal.records import Rejected
from mailbox_gui.core.message.query import parse_query
from mailbox_gui.core.read_models import READ_MODELS, mailboxes, schema, search
from mailbox_gui.core.read_models.conditions import Surroundings
from mailbox_gui.core.read_models.index import Index
from tests.core.read_models.dump import dump
from tests.core.read_models.history import START, History, accepted, lived_in

Make = Callable[[History], Index]
HERE = Surroundings(START)


def _topics(index: Index) -> list[str]:
    return [row.topic for row in search.search(index.connection, parse_query(""), HERE)]


def test_what_was_projected_before_is_skipped(history: History, index_of: Make) -> None:
    index = index_of(lived_in(history))
    before = dump(index.connection)
    index.project(history.entries[4:])
    index.project(history.entries)
    index.project([])
    assert (dump(index.connection), index.height) == (before, 9)


def test_lines_that_were_missed_are_read_from_the_journal(history: History, tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    index = Index.open(tmp_path / "index.sqlite3", tmp_path / "journal")
    lived_in(history).write(tmp_path / "journal")
    index.project(history.entries[:2])
    index.project(history.entries[7:])
    assert (index.height, len(_topics(index))) == (9, 9)
    index.close()


def test_opening_catches_up(history: History, index_of: Make, tmp_path: Path) -> None:
    index = index_of(lived_in(history))
    index.close()
    history.add(accepted("hub", "builder", topic="later"))
    history.write(tmp_path / "journal")
    again = Index.open(tmp_path / "index.sqlite3", tmp_path / "journal")
    assert (again.rebuilt, again.height, _topics(again)[0]) == (None, 10, "later")
    again.close()


def test_a_batch_is_projected_whole_or_not_at_all(
    history: History, index_of: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = index_of(lived_in(history))
    before = dump(index.connection)
    more = [history.add(accepted("hub", "site", topic=str(number))) for number in range(3)]

    def fail(entry: Entry, cursor: sqlite3.Cursor) -> None:
        if entry.height == more[-1].height:
            raise RuntimeError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr(READ_MODELS[-1], "project", fail)
        with pytest.raises(RuntimeError):
            index.project(more)
    assert index.height == 9
    assert dump(index.connection) == before
    index.project(more)
    assert index.height == 12


def test_damage_that_is_met_puts_the_index_away_and_the_next_opening_builds_it(
    history: History, index_of: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As in a large index, which is not read through at every opening.
    monkeypatch.setattr("mailbox_gui.core.read_models.trust._CHECKED_BYTES", 0)
    path, journal = tmp_path / "index.sqlite3", tmp_path / "journal"
    index_of(lived_in(history, 300)).close()
    content = bytearray(path.read_bytes())
    with sqlite3.connect(path) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'message'").fetchone()
    connection.close()
    content[(root - 1) * 4096 : root * 4096] = b"\xa5" * 4096
    path.write_bytes(content)
    index = Index.open(path, journal)
    assert index.rebuilt is None
    more = history.add(accepted("hub", "builder", topic="one more"))
    history.write(journal)
    with pytest.raises(OSError, match="built again") as error:
        index.project([more])
    assert error.value.errno == errno.EIO
    index.close()
    again = Index.open(path, journal)
    assert (again.rebuilt, again.height) == ("missing", 301)
    again.close()


def test_a_question_that_meets_damage_puts_the_index_away_too(
    history: History, index_of: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailbox_gui.core.read_models.trust._CHECKED_BYTES", 0)
    path = tmp_path / "index.sqlite3"
    index_of(lived_in(history, 30)).close()
    with sqlite3.connect(path) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'message'").fetchone()
    connection.close()
    content = bytearray(path.read_bytes())
    content[(root - 1) * 4096 : root * 4096] = b"\x00" * 4096
    path.write_bytes(content)
    index = Index.open(path, tmp_path / "journal")
    with pytest.raises(OSError, match="built again"):
        index.connection.execute("SELECT topic FROM message WHERE height = 5")
    index.close()
    assert not path.exists()


def test_a_journal_damaged_in_the_middle_is_said_and_read_up_to_there(history: History, tmp_path: Path) -> None:
    journal = lived_in(history).write(tmp_path / "journal")
    segment = journal / "000000000001.jsonl"
    lines = segment.read_bytes().splitlines(keepends=True)
    lines[5] = lines[5].replace(b'"height":6', b'"height":66')
    segment.write_bytes(b"".join(lines))
    with pytest.raises(DamagedLine):
        Index.open(tmp_path / "index.sqlite3", journal)
    assert not (tmp_path / "index.sqlite3").exists()
    memory = Index.in_memory(journal)
    assert memory.height == 5
    memory.close()


def test_a_folder_that_may_not_be_written_is_the_machines_fault(history: History, tmp_path: Path) -> None:
    class ReadOnly(Disk):
        def write_new(self, path: str | Path, content: bytes) -> None:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))

    journal = lived_in(history).write(tmp_path / "journal")
    with pytest.raises(PermissionError):
        Index.open(tmp_path / "index.sqlite3", journal, disk=ReadOnly())


def test_a_full_disk_is_the_machines_fault_and_costs_nothing(history: History, index_of: Make) -> None:
    index = index_of(lived_in(history))
    pages = index.connection.execute("PRAGMA page_count").fetchone()[0]
    index.connection.execute(f"PRAGMA max_page_count = {pages + 1}")
    more = [history.add(accepted("hub", "site", topic=str(number), body="x" * 16_000)) for number in range(40)]
    with pytest.raises(OSError, match="full") as error:
        index.project(more)
    assert (error.value.errno, index.height) == (errno.ENOSPC, 9)
    index.connection.execute(f"PRAGMA max_page_count = {pages + 10_000}")
    index.project(more)
    assert index.height == 49


def test_progress_is_told(history: History, tmp_path: Path) -> None:
    journal = lived_in(history).write(tmp_path / "journal")
    told: list[int] = []
    Index.open(tmp_path / "index.sqlite3", journal, progress=told.append).close()
    assert told == [9]


def test_an_index_in_memory_is_not_rebuilt(tmp_path: Path) -> None:
    index = Index.in_memory(tmp_path)
    with pytest.raises(ValueError, match="made anew"):
        index.rebuild()
    index.close()


def test_names_that_are_not_utf_8_come_back_as_they_were(history: History, index_of: Make) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    history.add(Rejected(None, "builder", name, None, 3, None, "identity", f"{name} is a symbolic link"))
    index = index_of(history)
    (row,) = mailboxes.rejected(index.connection, "builder")
    assert row.file == name
    assert row.reason == "caf\\udce9.md is a symbolic link"


def test_a_killed_writer_leaves_whole_batches(history: History, tmp_path: Path) -> None:
    journal = lived_in(history, 200).write(tmp_path / "journal")
    program = textwrap.dedent("""
        import os, sys
        from pathlib import Path
        from mailbox_gui.core.journal.reader import JournalReader
        from mailbox_gui.core.read_models.index import Index
        root = Path(sys.argv[1])
        (root / "none").mkdir()
        index = Index.open(root / "index.sqlite3", root / "none")
        entries = list(JournalReader(root / "journal").entries())
        for start in range(0, 150, 10):
            index.project(entries[start:start + 10])
        index.connection.execute("BEGIN IMMEDIATE")
        index.connection.execute("DELETE FROM message")
        os.kill(os.getpid(), 9)
    """)
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False, cwd=root)
    assert done.returncode == -9
    connection = schema.connect(tmp_path / "index.sqlite3")
    assert connection.execute("SELECT count(*), max(height) FROM message").fetchone() == (150, 150)
    connection.close()
    index = Index.open(tmp_path / "index.sqlite3", journal)
    assert (index.rebuilt, index.height) == (None, 200)
    index.close()
