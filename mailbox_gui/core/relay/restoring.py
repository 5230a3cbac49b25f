"""Putting files back as the journal says they are: the owner's queue, the copies of delegations."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from mailbox_gui.core.acts.session_files import copy_of, keep
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.delivery import move_numbered
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.plain_files import hash_plain
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Held
from mailbox_gui.core.proof.authority import Authority
from mailbox_gui.core.read_models.facts import entry_of
from mailbox_gui.core.read_models.index import Index
from mailbox_gui.core.read_models.owner_queue import all_waiting


@dataclass(frozen=True, slots=True)
class Restored:
    """A held message whose file was put back; `kept` is where the changed file lies now, None when it was missing."""

    id: str
    kept: str | None


def restore_queue(office: PostOffice, disk: Disk, index: Index) -> tuple[Restored, ...]:
    """Write every waiting message that is missing or changed in the queue anew from its journal line.

    A changed file is moved to owner/rejected, never deleted. The caller holds the relay's lock. Raises OSError.
    """
    restored: list[Restored] = []
    reader = JournalReader(office.journal)
    for row in all_waiting(index.connection):
        path = os.fspath(office.queue / f"{row.id}.md")
        if hash_plain(path) == row.sha256:
            continue
        entry = entry_of(index.connection, reader, row.height)
        if entry is None or not isinstance(entry.record, Held):
            continue
        content = message_bytes(entry.record)
        kept: str | None = None
        if os.path.lexists(path):
            kept = move_numbered(disk, path, os.fspath(office.root / "owner" / "rejected"), f"{row.id}.changed.md")
        partial = os.fspath(office.queue / f".{row.id}.tmp")
        if os.path.lexists(partial):
            disk.unlink(partial)
        disk.write_new(partial, content)
        disk.sync_file(partial)
        disk.rename_new(partial, path)
        disk.sync_folder(office.queue)
        restored.append(Restored(row.id, kept))
    return tuple(restored)


def restore_session_files(keys_folder: Path, disk: Disk, authority: Authority) -> None:
    """Write the copies of delegations and revocations that are missing in keys/sessions. Raises OSError.

    What lies there and says something else stays as it is: `mailbox verify` names it.
    """
    for record in authority.session_papers:
        path, content = copy_of(keys_folder, record)
        if not os.path.lexists(path):
            keep(disk, path, content)
