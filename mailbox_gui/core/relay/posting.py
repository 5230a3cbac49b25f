"""Posting on the bus from outside the relay: the file is dropped, the answer waited for."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from mailbox_gui.core.acts.dropping import drop
from mailbox_gui.core.bus.post import Post
from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.plain_files import read_plain
from mailbox_gui.core.message.reason_file import LARGEST_REASON, read_reason
from mailbox_gui.core.relay.bus_desk import POST_SUFFIX, REASON_SUFFIX, RECEIPT_SUFFIX, read_receipt
from mailbox_gui.core.relay.desk import Desk, Outcome
from mailbox_gui.core.relay.ring_keeping import make_bus


def post_and_wait(desk: Desk, post: Post, *, wait: float = 10.0) -> Outcome:
    """The relay's answer: `done` with the sequence number as id, or `rejected`. Raises NoAnswer, OSError."""
    disk, office = Disk(), desk.office
    make_bus(disk, office)
    path = drop(disk, office.bus_drop, f"{secrets.token_hex(16)}{POST_SUFFIX}", post.raw)
    return desk.answered(wait, lambda: _answer(disk, path, office.bus_rejected))


def _answer(disk: Disk, path: Path, rejected: Path) -> Outcome | None:
    receipt_file = path.with_name(f"{path.name.removesuffix(POST_SUFFIX)}{RECEIPT_SUFFIX}")
    receipt = read_receipt(receipt_file)
    if receipt is not None and not path.exists():
        with suppress(FileNotFoundError):
            disk.unlink(receipt_file)
        return Outcome("done", str(receipt.seq), receipt.height)
    # The reason comes first, then the post itself.
    if not os.path.lexists(rejected / path.name):
        return None
    reason = read_reason(read_plain(rejected / f"{path.stem}{REASON_SUFFIX}", LARGEST_REASON + 1))
    return Outcome("rejected", None, None, reason.check, reason.reason, reason.hint, reason.also)
