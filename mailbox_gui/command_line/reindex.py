"""`mailbox reindex`: builds anew from the journal what can be: the index, and the files of the owner's queue."""

from __future__ import annotations

import click

from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session
from mailbox_gui.core.message.escape import visible


@mailbox_command("reindex", example="mailbox reindex")
def command(session: Session) -> None:
    """Build the index anew from the journal, and put back held messages that are missing or changed in the queue.

    Nobody may be running the relay meanwhile.
    """
    from mailbox_gui.core.disk import Disk
    from mailbox_gui.core.journal.lock import RelayLock
    from mailbox_gui.core.read_models.index import Index
    from mailbox_gui.core.relay.restoring import restore_queue
    from mailbox_gui.core.relay.ring_keeping import restore_ring

    disk = Disk()
    office = session.office
    lock = RelayLock(office.root, disk)
    lock.acquire("mailbox reindex")
    try:
        index = Index.open(office.index, office.journal, disk=disk)
        try:
            if index.rebuilt is None:
                index.rebuild()
            click.echo(f"{office.index}: built from the journal up to height {index.height}")
            if restore_ring(disk, office, index.connection):
                click.echo(f"{office.ring}: built anew from the journal")
            for restored in restore_queue(office, disk, index):
                kept = f"; the changed file is kept as {restored.kept}" if restored.kept else ""
                click.echo(visible(f"{restored.id}: put back into the owner's queue{kept}"))
        finally:
            index.close()
    finally:
        lock.release()
