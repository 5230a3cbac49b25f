"""Delivery: a copy on the target's file system, then a rename that never replaces anything."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.plain_files import read_plain
from mailbox_gui.core.folders.real_folders import is_real_folder, require_real_folder


@dataclass(frozen=True, slots=True)
class Published:
    """Where a copy now lies. `conflict`: another file of that name was there; both were kept."""

    path: str
    how: Literal["new", "already", "conflict"]


class Staging:
    """The folders where copies wait for the commit: the relay's own, or one beside a home elsewhere."""

    def __init__(self, disk: Disk, central: str) -> None:
        self._disk = disk
        self.central = central
        self._device = os.stat(central).st_dev
        self._folders: dict[str, str] = {}

    def folder_for(self, home: str) -> str:
        """The staging folder on the file system of `home`; made when missing."""
        known = self._folders.get(home)
        if known is not None:
            return known
        if os.stat(home).st_dev == self._device:
            folder = self.central
        else:
            folder = os.path.join(home, ".relay", "staging")
            for path in (os.path.dirname(folder), folder):
                if not os.path.lexists(path):
                    self._disk.make_folder(path)
                require_real_folder(path)
        self._folders[home] = folder
        return folder

    def candidates(self, home: str) -> tuple[str, ...]:
        """All folders where copies for `home` may wait. A link in the place of one is an agent's trap, left alone."""
        area = os.path.join(home, ".relay")
        beside = os.path.join(area, "staging")
        return (self.central, beside) if is_real_folder(area) and is_real_folder(beside) else (self.central,)

    def bring(self, home: str, name: str) -> None:
        """A copy that waits in the relay's own area for a home elsewhere moves beside it: from there one rename
        publishes it, which no kill can cut in two."""
        folder = self.folder_for(home)
        waiting = os.path.join(self.central, name)
        if folder == self.central or not os.path.lexists(waiting):
            return
        self.write(folder, name, _content(waiting))
        self._disk.unlink(waiting)

    def write(self, folder: str, name: str, content: bytes) -> str:
        """Write a copy, replacing an unfinished one of an earlier life; not durable yet. The path of the copy."""
        path = os.path.join(folder, name)
        try:
            self._disk.write_new(path, content)
        except FileExistsError:
            self._disk.unlink(path)
            self._disk.write_new(path, content)
        return path


def publish(disk: Disk, staged: str, folder: str, name: str) -> Published:
    """Move a staged copy to `folder/name` without replacing anything.

    The same bytes already there: the copy is dropped. Other bytes there: the copy gets a numbered name and the
    caller is told. A folder on yet another file system is reached by a copy inside it.
    """
    target = os.path.join(folder, name)
    try:
        _move(disk, staged, target)
        return Published(target, "new")
    except FileExistsError:
        pass
    if _same_bytes(staged, target):
        disk.unlink(staged)
        return Published(target, "already")
    return Published(move_numbered(disk, staged, folder, name), "conflict")


def move_numbered(disk: Disk, source: str, folder: str, name: str) -> str:
    """Move `source` to `folder/name`, or to the first free numbered name; the path it got."""
    for candidate in numbered_names(name):
        target = os.path.join(folder, candidate)
        try:
            _move(disk, source, target)
            return target
        except FileExistsError:
            continue
    raise AssertionError("numbered names never end")


def numbered_names(name: str) -> Iterator[str]:
    """`note.md`, `note-2.md`, `note-3.md`, …"""
    stem, dot, suffix = name.rpartition(".")
    yield name
    number = 2
    while True:
        yield f"{stem}-{number}{dot}{suffix}" if dot else f"{name}-{number}"
        number += 1


def _move(disk: Disk, source: str, target: str) -> None:
    """Rename without replacing; across file systems copy, make durable, rename inside the target's folder."""
    try:
        disk.rename_new(source, target)
        return
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target)
    partial = os.path.join(os.path.dirname(target), f".{_short(os.path.basename(target))}.part")
    content = _content(source)
    try:
        os.lstat(partial)
        disk.unlink(partial)
    except FileNotFoundError:
        pass
    disk.write_new(partial, content)
    disk.sync_file(partial)
    disk.rename_new(partial, target)
    disk.unlink(source)


def _content(source: str) -> bytes:
    """The bytes of a plain file. What else was refused (a link, a pipe) is stood in for by an empty file."""
    status = os.lstat(source)
    return read_plain(source, status.st_size) if stat.S_ISREG(status.st_mode) else b""


def _short(name: str) -> str:
    """As much of a file's name as leaves room for more."""
    return os.fsdecode(os.fsencode(name)[:200])


def _same_bytes(first: str, second: str) -> bool:
    try:
        own = read_plain(first, os.stat(first).st_size)
        return read_plain(second, len(own) + 1) == own
    except OSError:
        return False
