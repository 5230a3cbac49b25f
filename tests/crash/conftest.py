"""Crash tests work in memory where they can: they do thousands of small writes and wait for none of them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_MEMORY = Path("/dev/shm")


@pytest.fixture
def fast_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, or an ordinary one where there is no such place."""
    if not (_MEMORY.is_dir() and os.access(_MEMORY, os.W_OK)):
        yield tmp_path
        return
    folder = Path(tempfile.mkdtemp(prefix="mailbox-test-", dir=_MEMORY))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
