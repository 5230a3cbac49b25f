"""Folders as they were: kept once, put back before every try, links and pipes included."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Sequence
from pathlib import Path


class Snapshot:
    """The content of `folders`, kept in `store`."""

    def __init__(self, folders: Sequence[Path], store: Path) -> None:
        self._pairs = [(folder, store / str(number)) for number, folder in enumerate(folders)]
        for folder, kept in self._pairs:
            copy_tree(folder, kept)

    def put_back(self) -> None:
        """Make the folders what they were."""
        for folder, kept in self._pairs:
            shutil.rmtree(folder, ignore_errors=True)
            copy_tree(kept, folder)


def copy_tree(source: Path, target: Path) -> None:
    """A copy with symbolic links as they are, named pipes, and hard links among the copied files."""
    _copy(source, target, {})


def _copy(source: Path, target: Path, linked: dict[int, Path]) -> None:
    target.mkdir(0o700, parents=True, exist_ok=True)
    for entry in os.scandir(source):
        place = target / entry.name
        status = entry.stat(follow_symlinks=False)
        if stat.S_ISDIR(status.st_mode):
            _copy(Path(entry.path), place, linked)
        elif stat.S_ISLNK(status.st_mode):
            place.symlink_to(Path(entry.path).readlink())
        elif stat.S_ISFIFO(status.st_mode):
            os.mkfifo(place)
        elif status.st_nlink > 1 and status.st_ino in linked:
            place.hardlink_to(linked[status.st_ino])
        else:
            linked[status.st_ino] = place
            place.write_bytes(Path(entry.path).read_bytes())
            os.utime(place, ns=(status.st_atime_ns, status.st_mtime_ns))
