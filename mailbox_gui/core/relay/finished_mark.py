"""The mark "all folders follow the journal up to this height": where recovery begins. It may lag, never lead."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

from mailbox_gui.core.disk import Disk

# The height and a checksum over it, so that a write cut in two is no other height.
_LENGTH = len("00000000000000000001 00000000")


class FinishedMark:
    """One number in `.relay/finished`, overwritten after each batch and made durable by the next one's syncs."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self._disk = disk
        if not path.exists():
            disk.write_new(path, b"")
        self._descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)

    def read(self) -> int | None:
        """The height, or None when it was never written or cannot be read."""
        return _height(os.pread(self._descriptor, _LENGTH, 0))

    def write(self, height: int) -> None:
        """Everything up to `height` lies where it belongs, durably."""
        self._disk.overwrite(self._descriptor, mark_line(height))

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)


def height_in(path: Path) -> int | None:
    """The height in the mark at `path`, None where there is none or it cannot be read. Raises OSError."""
    try:
        with path.open("rb") as stream:
            return _height(stream.read(_LENGTH))
    except FileNotFoundError:
        return None


def mark_line(height: int) -> bytes:
    """What the mark holds for `height`."""
    digits = b"%020d" % height
    return b"%s %08x\n" % (digits, zlib.crc32(digits))


def _height(text: bytes) -> int | None:
    digits = text[:20]
    if len(text) != _LENGTH or not digits.isdigit():
        return None
    height = int(digits)
    return height if mark_line(height).startswith(text) else None
