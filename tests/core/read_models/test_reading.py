"""Readers: of a growing index, of one that is built again, and where there is none to read."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mailbox_gui.core.read_models import schema
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.read_models.reading import Reading, open_reading
from tests.core.read_models.history import History, accepted, lived_in

Make = Callable[[History], Index]
HOUSE = Path(__file__).parents[3]


def _count(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM message").fetchone()[0])


def _contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder. SQLite's map of readers, and a log without a byte in it, are no content."""
    files = {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: content for name, content in files.items() if content and not name.endswith("-shm")}


@pytest.fixture
def reading(tmp_path: Path) -> Iterator[Reading]:
    made = Reading(tmp_path / "index.sqlite3", tmp_path / "journal")
    yield made
    made.close()


def test_a_reader_sees_each_batch_and_cannot_write(history: History, index_of: Make, reading: Reading) -> None:
    index = index_of(lived_in(history))
    connection = reading.connection
    assert _count(connection) == 9
    index.project([history.add(accepted("hub", "builder"))])
    assert _count(reading.connection) == 10
    assert reading.connection is connection
    for forbidden in ("DELETE FROM message", "CREATE TABLE t (x)", "PRAGMA user_version = 3", "VACUUM"):
        with pytest.raises(sqlite3.OperationalError):
            connection.execute(forbidden)
    assert _count(connection) == 10


def test_a_reader_in_the_middle_of_a_long_question_blocks_no_writer(
    history: History, index_of: Make, reading: Reading
) -> None:
    index = index_of(lived_in(history))
    connection = reading.connection
    connection.execute("BEGIN")
    assert _count(connection) == 9
    index.connection.execute("PRAGMA busy_timeout = 0")
    for number in range(50):
        index.project([history.add(accepted("hub", "builder", topic=str(number), body="x" * 9000))])
    assert _count(connection) == 9
    connection.execute("COMMIT")
    assert _count(connection) == 59


@pytest.mark.parametrize("spoil", ["missing", "garbage", "another version", "unlike the journal", "a folder"])
def test_without_a_good_index_the_answer_comes_from_the_journal_and_nothing_is_written(
    history: History, index_of: Make, tmp_path: Path, reading: Reading, spoil: str
) -> None:
    path, journal = tmp_path / "index.sqlite3", tmp_path / "journal"
    index_of(lived_in(history)).close()
    match spoil:
        case "missing":
            path.unlink()
        case "garbage":
            path.write_bytes(b"garbage " * 999)
        case "another version":
            other = schema.connect(path)
            other.execute("PRAGMA user_version = 7")
            other.close()
        case "a folder":
            path.unlink()
            path.mkdir()
        case _:
            history = lived_in(History(), 7)
            history.write(journal)
    before = _contents(tmp_path)
    assert _count(reading.connection) == len(history.entries)
    connection = open_reading(path, journal)
    assert _count(connection) == len(history.entries)
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("DELETE FROM message")
    connection.close()
    assert _contents(tmp_path) == before
    # It grows with the journal, and gives way to an index on disk.
    history.add(accepted("hub", "builder", topic="one more"))
    history.write(journal)
    assert _count(reading.connection) == len(history.entries)
    Index.open(path, journal).close()
    history.add(accepted("hub", "builder", topic="and one"))
    history.write(journal)
    index = Index.open(path, journal)
    assert _count(reading.connection) == len(history.entries)
    assert reading.connection.execute("PRAGMA database_list").fetchone()[2] == str(path)
    index.close()


def test_a_reader_goes_over_to_the_index_that_was_built_again(
    history: History, index_of: Make, reading: Reading
) -> None:
    index = index_of(lived_in(history))
    old = reading.connection
    assert _count(old) == 9
    index.rebuild()
    # The old file is still what an unfinished question reads.
    assert _count(old) == 9
    new = reading.connection
    assert (new is not old, _count(new)) == (True, 9)
    index.project([history.add(accepted("hub", "builder"))])
    assert _count(reading.connection) == 10


def test_readers_are_answered_all_the_time_while_the_index_is_built_again(
    history: History, index_of: Make, tmp_path: Path
) -> None:
    index = index_of(lived_in(history, 60))
    stop = threading.Event()
    wrong: list[object] = []
    asked: list[int] = []

    def ask() -> None:
        reading = Reading(tmp_path / "index.sqlite3", tmp_path / "journal")
        while not stop.is_set():
            try:
                if (found := _count(reading.connection)) != 60:
                    wrong.append(found)
            except Exception as error:  # noqa: BLE001 - any error is wrong here
                wrong.append(error)
            asked.append(1)
        reading.close()

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in range(15):
        index.rebuild()
    stop.set()
    for thread in threads:
        thread.join()
    assert asked
    assert wrong == []


def test_an_index_that_nobody_feeds_is_caught_up_in_memory(history: History, index_of: Make, tmp_path: Path) -> None:
    index_of(lived_in(history)).close()
    history.add(accepted("hub", "builder"))
    history.write(tmp_path / "journal")
    before = _contents(tmp_path)["index.sqlite3"]
    connection = open_reading(tmp_path / "index.sqlite3", tmp_path / "journal")
    assert _count(connection) == 10
    connection.close()
    assert _contents(tmp_path)["index.sqlite3"] == before


def test_an_index_that_is_being_fed_is_read_as_it_is(
    history: History, index_of: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = index_of(lived_in(history))
    last = history.add(accepted("hub", "builder"))
    history.write(tmp_path / "journal")
    monkeypatch.setattr("mailbox_gui.core.read_models.reading.time.sleep", lambda seconds: index.project([last]))
    connection = open_reading(tmp_path / "index.sqlite3", tmp_path / "journal")
    assert _count(connection) == 10
    assert connection.execute("PRAGMA database_list").fetchone()[2]
    connection.close()


def test_a_torn_last_line_is_not_waited_for(history: History, index_of: Make, tmp_path: Path) -> None:
    index_of(lived_in(history)).close()
    with (tmp_path / "journal" / "000000000001.jsonl").open("ab") as segment:
        segment.write(b'{"height":10,"at"')
    connection = open_reading(tmp_path / "index.sqlite3", tmp_path / "journal")
    assert connection.execute("PRAGMA database_list").fetchone()[2]
    connection.close()


_READ = textwrap.dedent("""
    import os, sys
    from pathlib import Path
    root = Path(sys.argv[1])
    from mailbox_gui.core.read_models.reading import open_reading
    # The one who may do everything becomes nobody, and must have imported all before.
    if os.geteuid() == 0:
        open_reading("none", root / "none").close()
        os.setresuid(65534, 65534, 65534)
    connection = open_reading(root / "index.sqlite3", root / "journal")
    count = connection.execute("SELECT count(*) FROM message").fetchone()[0]
    print(count, "disk" if connection.execute("PRAGMA database_list").fetchone()[2] else "memory")
""")


@pytest.mark.parametrize("writer", ["closed", "open", "killed"])
def test_a_folder_that_may_not_be_written_is_read(
    history: History, tmp_path_factory: pytest.TempPathFactory, writer: str
) -> None:
    folder = Path("/tmp") / f"mb-read-only-{os.getpid()}-{writer}"
    folder.mkdir()
    index: Index | None = None
    try:
        (folder / "journal").mkdir()
        index = Index.open(folder / "index.sqlite3", folder / "journal")
        lived_in(history).write(folder / "journal")
        index.project(history.entries)
        if writer == "closed":
            index.close()
        if writer == "killed":
            log = (folder / "index.sqlite3-wal").read_bytes()
            index.close()
            (folder / "index.sqlite3-wal").write_bytes(log)
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        done = subprocess.run(
            [sys.executable, "-c", _READ, str(folder)], capture_output=True, text=True, check=False, cwd=HOUSE,
            env=os.environ | {"PYTHONPATH": str(HOUSE)},
        )  # fmt: skip
        assert (done.stdout.split()[:1], done.stderr) == (["9"], "")
    finally:
        if index is not None:
            index.close()
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o700)
        shutil.rmtree(folder)
