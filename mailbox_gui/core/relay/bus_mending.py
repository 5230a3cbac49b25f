"""After a power cut: answers of the bus that were cut short are taken away, and refused posts without reason go back.

Receipts are not in the journal with the names of their files. Whoever has lost one posts the same bytes again and gets
the first answer.
"""

from __future__ import annotations

import os

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.delivery import move_numbered
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.folders.plain_files import read_plain
from mailbox_gui.core.message.reason_file import LARGEST_REASON, read_reason
from mailbox_gui.core.relay.bus_desk import POST_SUFFIX, REASON_SUFFIX, RECEIPT_SUFFIX, read_receipt


def mend_bus(disk: Disk, office: PostOffice) -> None:
    """Bring drop and rejected posts to a state in which each answer is whole or asked for again. Raises OSError."""
    drop, rejected = os.fspath(office.bus_drop), os.fspath(office.bus_rejected)
    for name in os.listdir(drop):
        if name.endswith(RECEIPT_SUFFIX) and read_receipt(office.bus_drop / name) is None:
            disk.unlink(os.path.join(drop, name))
    names = set(os.listdir(rejected))
    for name in sorted(names):
        path = os.path.join(rejected, name)
        post = f"{name.removesuffix(REASON_SUFFIX)}{POST_SUFFIX}"
        if name.endswith(REASON_SUFFIX) and (post not in names or not _is_whole(path)):
            disk.unlink(path)
            names.discard(name)
    for name in sorted(names):
        if name.endswith(POST_SUFFIX) and f"{name.removesuffix(POST_SUFFIX)}{REASON_SUFFIX}" not in names:
            move_numbered(disk, os.path.join(rejected, name), drop, name)


def _is_whole(path: str) -> bool:
    try:
        read_reason(read_plain(path, LARGEST_REASON + 1))
    except (OSError, ValueError):
        return False
    return True
