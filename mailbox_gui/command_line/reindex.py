"""`mailbox reindex`: builds the index anew from the journal; nothing but time is lost by it."""

from __future__ import annotations

import click

from mailbox_gui.command_line.shell.options import mailbox_command
from mailbox_gui.command_line.shell.session import Session


@mailbox_command("reindex", example="mailbox reindex")
def command(session: Session) -> None:
    """Build the index anew from the journal. Nobody may be running the relay meanwhile."""
    from mailbox_gui.core.journal.lock import RelayLock
    from mailbox_gui.core.read_models.index import Index

    office = session.office
    lock = RelayLock(office.root)
    lock.acquire("mailbox reindex")
    try:
        index = Index.open(office.index, office.journal)
        try:
            if index.rebuilt is None:
                index.rebuild()
            click.echo(f"{office.index}: built from the journal up to height {index.height}")
        finally:
            index.close()
    finally:
        lock.release()
