"""An index of one's own: the same as the one that the relay made, to the row, but for the texts of searches."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mailbox_gui.core.proof.fresh_index import DiskIndex, FreshIndex
from mailbox_gui.core.read_models.index import Index
from tests.core.read_models.history import History, lived_in
from tests.support.signed_records import delegated, revoked, rules

Make = Callable[[History], Index]


@pytest.fixture
def history() -> History:
    made = History()
    for record in (rules(1), delegated(), revoked()):
        made.add(record)
    return lived_in(made)


@pytest.fixture
def fresh(history: History) -> Iterator[FreshIndex]:
    with closing(FreshIndex()) as made:
        assert list(made.passing(history.entries)) == history.entries
        yield made


@pytest.fixture
def index(history: History, tmp_path: Path) -> Path:
    journal = history.write(tmp_path / "journal")
    Index.open(tmp_path / "index.sqlite3", journal).close()
    return tmp_path / "index.sqlite3"


def test_it_equals_the_relays_own(fresh: FreshIndex, index: Path, history: History) -> None:
    with closing(DiskIndex(index)) as disk:
        assert disk.connection is not None
        assert disk.height == fresh.height == history.height
        assert list(fresh.differences(disk.connection)) == []


def test_every_table_that_decides_something_is_compared(fresh: FreshIndex, index: Path) -> None:
    tables = fresh._tables()
    assert {"message", "line", "act", "nonce", "delegation", "owner_key", "signed_part", "pause"} <= set(tables)
    for table in tables:
        with closing(sqlite3.connect(index)) as connection:
            before = connection.execute(f"SELECT * FROM {table}").fetchall()
            if not before:
                continue
            connection.execute(f"DELETE FROM {table}")
            (found,) = fresh.differences(connection)
            assert f"(in {table})" in found.text
            connection.rollback()


def test_it_is_asked_after_it_has_settled(fresh: FreshIndex) -> None:
    fresh.settle()
    assert fresh.connection.execute("SELECT count(*) FROM message").fetchone() == (9,)


@pytest.mark.parametrize("content", [None, b"", b"garbage" * 1000])
def test_where_there_is_no_good_index_there_is_none_to_compare(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "index.sqlite3"
    if content is not None:
        path.write_bytes(content)
    with closing(DiskIndex(path)) as disk:
        assert disk.height == 0
    assert path.exists() == (content is not None)
