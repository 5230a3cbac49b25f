"""What tests of the core share."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def elsewhere() -> Iterator[Path]:
    """A folder on another file system than pytest's."""
    memory = Path("/dev/shm")
    if not memory.is_dir() or memory.stat().st_dev == Path(tempfile.gettempdir()).stat().st_dev:
        pytest.skip("no second file system is at hand")
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)
