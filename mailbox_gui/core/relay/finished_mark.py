"""The mark "all folders durably follow the journal to this height": recovery begins there. It may lag, never lead."""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass
from pathlib import Path

from mailbox_gui.core.disk import Disk

_SESSION = 16
# Number of the writing, height, session, and a checksum over them, so that a write cut in two is no other mark.
_LENGTH = len("0000000001 00000000000000000001 0123456789abcdef 00000000\n")
# Each slot in a sector of its own: a power cut that spoils the one being written leaves the one before.
_SLOTS = (0, 512)


@dataclass(frozen=True, slots=True)
class Mark:
    """A height, and the session of the disks (see `disk_session`) in which it was reached."""

    height: int
    session: str


class FinishedMark:
    """`.relay/finished`: two marks, of which the older one is overwritten."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self._disk = disk
        if not path.exists():
            disk.write_new(path, b"")
        self._descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        found = _newest(os.pread(self._descriptor, _SLOTS[-1] + _LENGTH, 0))
        self._number = 0 if found is None else found[0]
        self._mark = None if found is None else found[1]

    def read(self) -> Mark | None:
        """The newest mark, or None when it was never written or cannot be read."""
        return self._mark

    def write(self, mark: Mark) -> None:
        """Everything up to the mark's height lies where it belongs, durably. The mark itself is durable afterwards."""
        self._number += 1
        self._mark = mark
        self._disk.overwrite(self._descriptor, mark_line(self._number, mark), _SLOTS[self._number % len(_SLOTS)])
        self._disk.sync_data(self._descriptor)

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)


def height_in(path: Path) -> int | None:
    """The height in the mark at `path`, None where there is none or it cannot be read. Raises OSError."""
    try:
        with path.open("rb") as stream:
            found = _newest(stream.read(_SLOTS[-1] + _LENGTH))
    except FileNotFoundError:
        return None
    return None if found is None else found[1].height


def mark_line(number: int, mark: Mark) -> bytes:
    """What the file holds for the mark that was written as the `number`-th."""
    text = f"{number:010} {mark.height:020} {mark.session:>{_SESSION}}".encode("ascii")
    return b"%s %08x\n" % (text, zlib.crc32(text))


def _newest(content: bytes) -> tuple[int, Mark] | None:
    found = [mark for at in _SLOTS if (mark := _mark_in(content[at : at + _LENGTH])) is not None]
    return max(found, key=lambda mark: mark[0], default=None)


def _mark_in(line: bytes) -> tuple[int, Mark] | None:
    number, height, session = line[:10], line[11:31], line[32 : 32 + _SESSION]
    if len(line) != _LENGTH or not number.isdigit() or not height.isdigit() or not session.isascii():
        return None
    mark = Mark(int(height), session.decode("ascii"))
    return (int(number), mark) if mark_line(int(number), mark) == line else None
