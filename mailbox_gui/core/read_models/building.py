"""Builds an index anew beside the old one and puts it in its place, so that readers always find one or none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.read_models import schema

# SQLite writes these beside a database; they belong to the old file and would spoil a new one.
_COMPANIONS: Final = ("-wal", "-shm", "-journal")


def new_path(path: Path) -> Path:
    """Where the index for `path` is built."""
    return path.with_name(path.name + ".new")


def clear_new(path: Path, disk: Disk) -> None:
    """Removes what an interrupted build left."""
    building = new_path(path)
    for name in (building, *_companions(building)):
        _remove(name, disk)


def take_place(path: Path, disk: Disk) -> None:
    """Puts the closed new index in the place of the old one.

    The old file goes before its log: a log without its file is nothing, a file without its log would look whole
    and not be. A stop in between leaves no index, which is built again.
    """
    for name in (path, *_companions(path)):
        _remove(name, disk)
    building = new_path(path)
    disk.sync_file(building)
    disk.rename_over(building, path)
    for name in _companions(building):
        _remove(name, disk)


def start(path: Path, disk: Disk) -> Path:
    """An empty index beside `path`, to be filled and then to take its place. Returns where it lies."""
    clear_new(path, disk)
    building = new_path(path)
    disk.write_new(building, b"")
    connection = schema.connect(building)
    try:
        schema.create(connection)
    finally:
        connection.close()
    return building


def _companions(path: Path) -> tuple[Path, ...]:
    return tuple(path.with_name(path.name + ending) for ending in _COMPANIONS)


def _remove(path: Path, disk: Disk) -> None:
    if not os.path.lexists(path):
        return
    if path.is_dir() and not path.is_symlink():
        aside = path.with_name(path.name + ".aside")
        disk.rename_new(path, aside)
        return
    disk.unlink(path)
