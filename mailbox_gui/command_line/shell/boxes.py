"""What lies in the boxes of a participant, looked up in the folders themselves."""

from __future__ import annotations

import os
from pathlib import Path

from mailbox_gui.core.folders.layout import BOXES, PostOffice
from mailbox_gui.core.folders.outbox import ACT_SUFFIX, RECEIPT_SUFFIX, is_ignored
from mailbox_gui.core.message.rules import Rules
from mailbox_gui.core.read_models.mailboxes import file_names


def box_counts(office: PostOffice, name: str, rules: Rules) -> dict[str, int | None]:
    """The number of mail files by box; None for a box that is missing or may not be read."""
    return {box: _count(office.box(name, box, rules)) for box in BOXES}


def queue_count(office: PostOffice) -> int | None:
    """How many held files lie in the owner's queue; None when it is missing or may not be read."""
    return _count(office.queue)


def not_mail(office: PostOffice, name: str, rules: Rules) -> list[str]:
    """The paths in the outbox of a participant that the relay leaves alone since they do not end in `.md`."""
    outbox = office.box(name, "outbox", rules)
    try:
        entries = sorted(os.listdir(outbox))  # noqa: PTH208 - names are all that is wanted
    except OSError:
        return []
    return [os.fspath(outbox / entry) for entry in entries if _is_not_mail(entry)]


def _is_not_mail(entry: str) -> bool:
    return not (entry.endswith((".md", ACT_SUFFIX, RECEIPT_SUFFIX)) or is_ignored(entry))


def _count(folder: Path) -> int | None:
    try:
        # file_names() answers a missing folder like an empty one.
        return len(file_names(folder)) if folder.is_dir() else None
    except OSError:
        return None
