"""Key files on disk: small, 0600, never through a link, replaced in one step."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from mailbox_gui.core.disk import Disk

_MOST_BYTES = 4096
_PLAIN = re.compile(rb"[0-9a-f]{64}")


class KeyProblem(Exception):
    """A key that cannot be used; the message names the file and says what to do."""


class KeyMissing(KeyProblem):
    """There is no such key file."""


class KeyDamaged(KeyProblem):
    """The file is there and is not a key."""


def read_key_file(path: Path) -> bytes:
    """The content of a key file, at most 4 KiB. Raises KeyMissing, KeyDamaged; OSError as the system says."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        raise KeyMissing(f"{path} is missing; put it back from a backup") from None
    except OSError as error:
        if path.is_symlink():
            raise KeyDamaged(f"{path} is a symbolic link; a key must lie in the post office itself") from error
        raise
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise KeyDamaged(f"{path} is not a file")
        content = os.read(descriptor, _MOST_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(content) > _MOST_BYTES:
        raise KeyDamaged(f"{path} is too long for a key; put it back from a backup")
    return content


def plain_key(content: bytes) -> bytes | None:
    """The 32 bytes of a plain key file (64 lowercase hex digits and a newline), None for anything else."""
    digits = content.strip()
    return bytes.fromhex(digits.decode("ascii")) if _PLAIN.fullmatch(digits) else None


def read_plain_key(path: Path) -> bytes:
    """The 32 bytes of the plain key file at `path`. Raises KeyMissing, KeyDamaged."""
    key = plain_key(read_key_file(path))
    if key is None:
        raise KeyDamaged(f"{path} is not a key (64 hex digits); put it back from a backup")
    return key


def render_plain(key: bytes) -> bytes:
    """A plain key file's content."""
    return key.hex().encode("ascii") + b"\n"


def create_key_file(disk: Disk, path: Path, content: bytes) -> None:
    """Write a new key file, durable once its folder is synced. Raises FileExistsError: no key is ever written over."""
    if path.is_symlink() or path.exists():
        raise FileExistsError(f"{path} is there already")
    fresh = _write_beside(disk, path, content)
    disk.rename_new(fresh, path)


def replace_key_file(disk: Disk, path: Path, content: bytes) -> None:
    """Replace a key file in one step, durable: whoever reads, at any moment, finds the old content or the new."""
    fresh = _write_beside(disk, path, content)
    disk.rename_over(fresh, path)
    disk.sync_folder(path.parent)


def exposure(path: Path) -> str | None:
    """What is wrong with the permissions of a secret's file, in plain words; None when only its owner can read it."""
    status = path.stat()
    mode = stat.S_IMODE(status.st_mode)
    if mode & 0o077:
        return f"{path} can be read or changed by others (mode {mode:04o}); run: chmod 600 {path}"
    if status.st_uid != os.geteuid():
        return f"{path} belongs to another user of this machine"
    return None


def _write_beside(disk: Disk, path: Path, content: bytes) -> Path:
    fresh = path.with_name(f"{path.name}.new")
    if fresh.is_symlink() or fresh.exists():
        # Left by a run that was cut short before its rename: nothing ever refers to it.
        disk.unlink(fresh)
    disk.write_new(fresh, content)
    disk.sync_file(fresh)
    return fresh
