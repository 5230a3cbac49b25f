"""The mark "all folders follow the journal up to this height": where recovery begins. It may lag, never lead."""

from __future__ import annotations

import os
from pathlib import Path

from mailbox_gui.core.disk import Disk

_DIGITS = 20


class FinishedMark:
    """One number in `.relay/finished`, overwritten after each batch and made durable by the next one's syncs."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self._disk = disk
        if not path.exists():
            disk.write_new(path, b"")
        self._descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)

    def read(self) -> int | None:
        """The height, or None when it was never written or cannot be read."""
        text = os.pread(self._descriptor, _DIGITS, 0)
        return int(text) if len(text) == _DIGITS and text.isdigit() else None

    def write(self, height: int) -> None:
        """Everything up to `height` lies where it belongs, durably."""
        self._disk.overwrite(self._descriptor, b"%020d\n" % height)

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)
