"""The folders of the participants under one set of rules: where they are, as plain text, and making them."""

from __future__ import annotations

import os
from pathlib import Path

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.disk_session import disk_session
from mailbox_gui.core.folders.layout import BOXES, PostOffice
from mailbox_gui.core.message.names import OWNER
from mailbox_gui.core.message.rules import Rules


class Homes:
    """Where everybody's folders lie under `rules`: paths as text, computed once since every message asks for some."""

    def __init__(self, office: PostOffice, rules: Rules) -> None:
        self._office = office
        self.rules = rules
        self._homes: dict[str, str] = {}

    def home(self, name: str) -> str:
        """The folder of participant `name`. Raises ValueError for what is no name."""
        home = self._homes.get(name)
        if home is None:
            home = self._homes[name] = os.fspath(self._office.home(name, self.rules))
        return home

    def box(self, name: str, box: str) -> str:
        """One of BOXES (the owner's `queue` too) of participant `name`."""
        return f"{self.home(name)}/{box}"

    def everybody(self) -> tuple[str, ...]:
        """The owner and all agents."""
        return (OWNER, *self.rules.agents)

    def session(self) -> str:
        """The session of the disks that the post office and all homes lie on (see `disk_session`)."""
        return disk_session([os.fspath(self._office.root), *map(self.home, self.everybody())])


def make_home(disk: Disk, home: Path, boxes: tuple[str, ...] = BOXES) -> None:
    """Make `home`, its missing parents and its boxes, each 0700 and durable; what is there stays as it is."""
    missing: list[Path] = []
    folder = home
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    grown: dict[Path, None] = {}
    for path in [*reversed(missing), *(home / box for box in boxes)]:
        try:
            disk.make_folder(path)
            grown[path.parent] = None
        except FileExistsError:
            if not path.is_dir():
                raise
    for folder in grown:
        disk.sync_folder(folder)
