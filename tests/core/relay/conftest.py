"""A post office for each test, and the clock that the relay goes by."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.clock import SetClock
from tests.support.post_office import TestOffice, found
from tests.support.repository import RealRepository
from tests.support.workspace import with_workspace


@pytest.fixture
def made(tmp_path: Path) -> TestOffice:
    return found(tmp_path / "office")


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def work(made: TestOffice) -> RealRepository:
    """The builder's workspace: a repository with one commit."""
    repository = with_workspace(made)
    repository.git("init", "--quiet")
    repository.commit("before everything", a="x = 1\n")
    return repository


@pytest.fixture
def plain(made: TestOffice) -> Path:
    """A workspace without a repository."""
    return with_workspace(made).folder
