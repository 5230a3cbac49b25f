"""The one thing the doctor mends by itself: missing folders. Everything else is the owner's to decide."""

from __future__ import annotations

from pathlib import Path

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.homes import make_home
from mailbox_gui.core.folders.layout import BOXES, PostOffice
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import Rules


def make_missing_folders(office: PostOffice, rules: Rules) -> list[Path]:
    """Make every missing box of every participant; what was made. Raises OSError."""
    made: list[Path] = []
    for name in rules.participants():
        boxes = (*BOXES, "queue") if name == OWNER else BOXES
        home = office.home(name, rules)
        missing = [home / box for box in boxes if not (home / box).is_dir()]
        if missing:
            make_home(Disk(), home, boxes)
            made += missing
    return made
