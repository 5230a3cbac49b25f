"""Which session of its disks a folder lives in: another one means that unsynced changes may be gone.

A session ends with a restart of the machine or when a file system is mounted anew (a disk that was pulled out). Between
two moments of one session a killed process loses nothing that it wrote; across sessions everything not synced may be
lost. https://man7.org/linux/man-pages/man2/statx.2.html
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_AT_FDCWD = -100
_STATX_MNT_ID = 0x1000
# Since Linux 6.8; never used again before a restart, as the older ids are.
_STATX_MNT_ID_UNIQUE = 0x4000
_STATX_BYTES = 256
_MASK_AT, _MOUNT_AT = 0, 0x90


def disk_session(folders: Iterable[str]) -> str:
    """The session of the disks of `folders`, as 16 hex digits; a folder that is not there does not count.

    Where the system does not say when it was started, no two calls give the same: nothing may be taken for safe.
    """
    mounts = sorted({mount for folder in folders if (mount := mount_of(folder)) is not None})
    return hashlib.sha256(f"{_boot()} {mounts}".encode()).hexdigest()[:16]


def _boot() -> str:
    return boot_id() or os.urandom(8).hex()


@lru_cache(maxsize=1)
def boot_id() -> str:
    """What names this start of the machine; empty where nothing does."""
    try:
        if sys.platform == "darwin":
            return _sysctl("kern.bootsessionuuid")
        return _BOOT_ID.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def _sysctl(name: str) -> str:
    buffer = ctypes.create_string_buffer(128)
    size = ctypes.c_size_t(len(buffer))
    if ctypes.CDLL(None).sysctlbyname(name.encode(), buffer, ctypes.byref(size), None, 0) != 0:
        return ""
    return buffer.value.decode("ascii")


def mount_of(folder: str) -> tuple[int, int] | None:
    """The device and the mount of a folder (0 where the system does not tell mounts apart); None: it is not there."""
    try:
        device = os.stat(folder).st_dev
    except OSError:
        return None
    return device, _mount_id(folder)


def _mount_id(folder: str) -> int:
    statx = getattr(ctypes.CDLL(None), "statx", None) if sys.platform.startswith("linux") else None
    if statx is None:
        return 0
    buffer = ctypes.create_string_buffer(_STATX_BYTES)
    for wanted in (_STATX_MNT_ID_UNIQUE, _STATX_MNT_ID):
        if statx(_AT_FDCWD, os.fsencode(folder), 0, wanted, buffer) == 0:
            given = ctypes.c_uint32.from_buffer(buffer, _MASK_AT).value
            if given & wanted:
                return ctypes.c_uint64.from_buffer(buffer, _MOUNT_AT).value
    return 0
