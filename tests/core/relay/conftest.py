"""A post office for each test, and the clock that the relay goes by."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.clock import SetClock
from tests.support.post_office import TestOffice, found


@pytest.fixture
def made(tmp_path: Path) -> TestOffice:
    return found(tmp_path / "office")


@pytest.fixture
def clock() -> SetClock:
    return SetClock()
