"""A living post office with a broker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.broker import Brokered
from tests.support.post_office import TestOffice, found


@pytest.fixture
def made(tmp_path: Path) -> TestOffice:
    return found(tmp_path / "office")


@pytest.fixture
def brokered(made: TestOffice) -> Iterator[Brokered]:
    with Brokered(made).living() as it:
        yield it
