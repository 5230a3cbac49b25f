"""A journal's folder for each test, or as many as it wants."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.core.journal.history import History


@pytest.fixture
def history(new_history: Callable[[], History]) -> History:
    return new_history()


@pytest.fixture
def new_history(tmp_path: Path) -> Callable[[], History]:
    """For tests that need a fresh journal at each of many points."""
    count = 0

    def make() -> History:
        nonlocal count
        count += 1
        folder = tmp_path / f"office-{count}" / "journal"
        folder.mkdir(parents=True)
        return History(folder)

    return make
