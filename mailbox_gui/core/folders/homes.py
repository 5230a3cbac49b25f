"""Making the folders of a participant."""

from __future__ import annotations

from pathlib import Path

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import BOXES


def make_home(disk: Disk, home: Path, boxes: tuple[str, ...] = BOXES) -> None:
    """Make `home`, its missing parents and its boxes, each 0700; what is there stays as it is."""
    missing: list[Path] = []
    folder = home
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for path in [*reversed(missing), *(home / box for box in boxes)]:
        try:
            disk.make_folder(path)
        except FileExistsError:
            if not path.is_dir():
                raise
