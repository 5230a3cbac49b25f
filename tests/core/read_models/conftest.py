"""An index on disk beside its journal, fed as the relay feeds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mailbox_gui.core.read_models.index import Index
from tests.core.read_models.history import History


@pytest.fixture
def history() -> History:
    return History()


@pytest.fixture
def index_of(tmp_path: Path) -> Iterator[Callable[[History], Index]]:
    """Makes an index of a history, in batches of three, so that more than one is needed."""
    opened: list[Index] = []

    def make(history: History) -> Index:
        journal = tmp_path / "journal"
        journal.mkdir()
        index = Index.open(tmp_path / "index.sqlite3", journal)
        opened.append(index)
        history.write(journal)
        for start in range(0, len(history.entries), 3):
            index.project(history.entries[start : start + 3])
        return index

    yield make
    for index in opened:
        index.close()
