"""Where delegations and revocations lie for people and other programs to read: copies of what the journal has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.records import Delegated, Revoked
from mailbox_gui.core.keys.key_file import replace_key_file


def sessions_folder(keys_folder: Path) -> Path:
    """keys/sessions/"""
    return keys_folder / "sessions"


def delegation_file(keys_folder: Path, session: str) -> Path:
    """The signed delegation to a session key."""
    return sessions_folder(keys_folder) / f"{session}.json"


def revocation_file(keys_folder: Path, session: str) -> Path:
    """The signed act that revoked a session key."""
    return sessions_folder(keys_folder) / f"{session}.revoked.json"


def copy_of(keys_folder: Path, record: Delegated | Revoked) -> tuple[Path, bytes]:
    """Where the copy of such a line of the journal lies, and what it says."""
    arguments = record.document["args"]
    assert isinstance(arguments, Mapping)
    if isinstance(record, Delegated):
        path = delegation_file(keys_folder, arguments["document"]["session"])
        return path, _render(arguments)
    envelope = {"document": dict(record.document), "key": record.key, "signature": record.signature}
    return revocation_file(keys_folder, arguments["session"]), _render(envelope)


def keep(disk: Disk, path: Path, content: bytes) -> None:
    """Leave `content` at `path`, durable and in one step; doing it again changes nothing. Raises OSError."""
    folder = path.parent
    if not folder.is_dir():
        disk.make_folder(folder)
        disk.sync_folder(folder.parent)
    replace_key_file(disk, path, content)


def _render(envelope: Mapping[str, object]) -> bytes:
    return json.dumps(envelope, ensure_ascii=False, indent=2).encode() + b"\n"
