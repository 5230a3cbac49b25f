"""The ring as the journal says it is: made where it is missing, and built anew where it differs."""

from __future__ import annotations

import os
import sqlite3

from mailbox_gui.core.bus.entry import BusEntry
from mailbox_gui.core.bus.ring import SLOTS, RingDamaged, read_ring, ring_file
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.read_models.posts import newest_posts, posts_ever


def make_bus(disk: Disk, office: PostOffice) -> None:
    """Make the bus's folders, and an empty ring, where they are missing."""
    for folder in (office.bus, office.bus_drop, office.bus_rejected):
        if not folder.is_dir():
            disk.make_folder(folder)
    if not office.ring.exists():
        _write_ring(disk, office, [])


def restore_ring(disk: Disk, office: PostOffice, connection: sqlite3.Connection) -> bool:
    """Build the ring anew from the journal when it is another one; whether it was. The caller holds the relay's lock.

    Raises OSError.
    """
    make_bus(disk, office)
    wanted = newest_posts(connection, JournalReader(office.journal), SLOTS)
    seen = posts_ever(connection)
    try:
        view = read_ring(office.ring)
        if view.seen == seen and list(view.entries) == wanted:
            return False
    except (RingDamaged, OSError):
        # Whatever lies there gives way.
        pass
    _write_ring(disk, office, wanted)
    return True


def _write_ring(disk: Disk, office: PostOffice, entries: list[BusEntry]) -> None:
    partial = os.fspath(office.bus / ".ring.part")
    if os.path.lexists(partial):
        disk.unlink(partial)
    disk.write_new(partial, ring_file(entries))
    disk.sync_file(partial)
    disk.rename_over(partial, office.ring)
    disk.sync_folder(office.bus)
