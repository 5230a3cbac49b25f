"""A build of the index that is cut short at any of its steps leaves nothing that is not made good."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.read_models import building, owner_queue
from mailbox_gui.core.read_models.index import Index
from tests.core.read_models.history import History, lived_in


@pytest.mark.parametrize("step", range(12))
def test_a_build_cut_short_anywhere_is_made_good(history: History, tmp_path: Path, step: int) -> None:
    class Killed(BaseException):
        pass

    class Mortal(Disk):
        left = step

        def _die(self) -> None:
            self.left -= 1
            if self.left < 0:
                raise Killed

        def write_new(self, path: str | Path, content: bytes) -> None:
            self._die()
            super().write_new(path, content)

        def unlink(self, path: str | Path) -> None:
            self._die()
            super().unlink(path)

        def sync_file(self, path: str | Path) -> None:
            self._die()
            super().sync_file(path)

        def rename_over(self, source: str | Path, target: str | Path) -> None:
            self._die()
            super().rename_over(source, target)

    journal = lived_in(history).write(tmp_path / "journal")
    path = tmp_path / "index.sqlite3"
    Index.open(path, journal).close()
    path.write_bytes(b"garbage " * 2000)
    path.with_name(f"{path.name}-wal").write_bytes(b"old")
    building.new_path(path).write_bytes(b"older")
    with contextlib.suppress(Killed):
        Index.open(path, journal, disk=Mortal()).close()
    index = Index.open(path, journal)
    assert owner_queue.waiting_count(index.connection) == 3
    index.close()
