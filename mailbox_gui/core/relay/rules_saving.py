"""Putting changed rules into rules.json and signing them, unless the file became another one meanwhile."""

from __future__ import annotations

import hashlib
import os
import secrets
from contextlib import suppress
from pathlib import Path

from nacl.signing import SigningKey

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.message.rules_file import parse_rules
from mailbox_gui.core.relay.desk import Desk
from mailbox_gui.core.relay.founding import require_unchanged


def save_rules(desk: Desk, key: SigningKey, content: bytes, expected: str, disk: Disk | None = None) -> int:
    """Write and sign; the signature's serial. `expected` is the SHA-256 (hex) of the file that was changed.

    Killed between the two, the new file lies there unsigned, which never takes effect and is told.
    Raises RulesChanged where another file lies there now, RulesError for rules that cannot take effect, OSError.
    """
    raw = desk.office.rules_file.read_bytes()
    require_unchanged(desk.office, hashlib.sha256(raw).hexdigest(), expected)
    parse_rules(content)
    if content != raw:
        _replace(disk or Disk(), desk.office, content)
    return desk.sign_rules(key, hashlib.sha256(content).hexdigest())


def _replace(disk: Disk, office: PostOffice, content: bytes) -> None:
    # An owner who keeps the rules elsewhere and links to them keeps the link.
    target = Path(os.path.realpath(office.rules_file))
    mode = target.stat().st_mode & 0o777
    partial = target.with_name(f".rules.json.{secrets.token_hex(4)}.tmp")
    try:
        disk.write_new(partial, content)
        partial.chmod(mode)
        disk.sync_file(partial)
        disk.rename_over(partial, target)
    except BaseException:
        with suppress(OSError):
            disk.unlink(partial)
        raise
    disk.sync_folder(target.parent)
