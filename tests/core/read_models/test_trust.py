"""Every kind of index that cannot be trusted is recognised and built again."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from mailbox_gui.core.read_models.index import Index
from tests.core.read_models.dump import dump
from tests.core.read_models.history import History, accepted, lived_in

Make = Callable[[History], Index]


def _garbage(path: Path) -> None:
    path.write_bytes(b"garbage " * 2000)


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def _holes(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for start in range(8192, len(content), 8192):
        content[start : start + 600] = b"\xa5" * 600
    path.write_bytes(content)


def _other_version(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 7")
    connection.close()


def _foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE groceries (name)")
    connection.close()


def _without_a_table(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE pause")
    connection.close()


def _without_progress(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM progress")
    connection.close()


def _nonsense_progress(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE progress SET offset = 'far', segment = x'00'")
    connection.close()


def _far_progress(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE progress SET offset = 9223372036854775807, segment = -5")
    connection.close()


def _ahead(path: Path) -> None:
    journal = path.parent / "journal" / "000000000001.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-2]))


def _other_journal(path: Path) -> None:
    other = History()
    for number in range(12):
        other.add(accepted("hub", "builder", topic=f"another history {number}"))
    other.write(path.parent / "journal")


def _no_journal(path: Path) -> None:
    shutil.rmtree(path.parent / "journal")


def _link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _left_from_a_build(path: Path) -> None:
    path.unlink()
    for ending in ("", "-wal", "-journal"):
        path.with_name(f"{path.name}.new{ending}").write_bytes(b"half of it")


def _old_log(path: Path) -> None:
    path.unlink()
    path.with_name(f"{path.name}-wal").write_bytes(b"an old log" * 999)
    path.with_name(f"{path.name}-shm").write_bytes(b"an old map" * 999)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (Path.unlink, "missing"),
        (_empty, "missing"),
        (_left_from_a_build, "missing"),
        (_old_log, "missing"),
        (_garbage, "damaged"),
        (_short, "damaged"),
        (_holes, "damaged"),
        (_link, "damaged"),
        (_folder, "damaged"),
        (_without_a_table, "damaged"),
        (_without_progress, "damaged"),
        (_nonsense_progress, "damaged"),
        (_far_progress, "unlike the journal"),
        (_other_version, "another version"),
        (_foreign, "another version"),
        (_ahead, "unlike the journal"),
        (_other_journal, "unlike the journal"),
        (_no_journal, "unlike the journal"),
    ],
)
def test_an_index_that_cannot_be_trusted_is_built_again(
    history: History, index_of: Make, tmp_path: Path, spoil: Callable[[Path], object], why: str
) -> None:
    path, journal = tmp_path / "index.sqlite3", tmp_path / "journal"
    index_of(lived_in(history, 60)).close()
    spoil(path)
    index = Index.open(path, journal)
    assert (index.rebuilt or "").startswith(why)
    expected = Index.in_memory(journal)
    assert dump(index.connection) == dump(expected.connection)
    expected.close()
    index.close()
    again = Index.open(path, journal)
    assert again.rebuilt is None
    again.close()
    assert not list(tmp_path.glob("*.new*"))
    assert not path.is_symlink()
