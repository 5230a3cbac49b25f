"""Dropping a file into an outbox as every writer should: under a dot-name first, then by one rename."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from mailbox_gui.core.disk import Disk


def drop(disk: Disk, folder: Path, name: str, content: bytes) -> Path:
    """Write `content` into `folder` as `name` (a number is added on collision), whole or not at all; its path.

    Raises OSError as the file system does; nothing is left behind then but a dot-file where it cannot be removed.
    """
    partial = folder / f".{secrets.token_hex(8)}.tmp"
    try:
        # A full disk leaves an empty file behind, or one cut short.
        disk.write_new(partial, content)
        disk.sync_file(partial)
        stem, dot, suffix = name.partition(".")
        number = 1
        while True:
            target = folder / (name if number == 1 else f"{stem}-{number}{dot}{suffix}")
            try:
                disk.rename_new(partial, target)
                return target
            except FileExistsError:
                number += 1
    except BaseException:
        if os.path.lexists(partial):
            with suppress(OSError):
                disk.unlink(partial)
        raise
