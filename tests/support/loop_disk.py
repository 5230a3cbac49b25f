"""Real file systems to cut the power of: images on loop devices, mounted and unmounted as often as a test wants."""

from __future__ import annotations

import fcntl
import os
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.disks import Killed, WatchedDisk

# FS_IOC_SHUTDOWN and FS_SHUTDOWN_FLAGS_NOLOGFLUSH of the kernel: what is not on the disk yet never gets there.
_SHUTDOWN = 0x8004587D
_WITHOUT_LOG_FLUSH = 2
_FICLONE = 0x40049409

_SIZES = {"ext4": 64, "xfs": 320, "btrfs": 256}
_MAKE = {
    "ext4": ["mkfs.ext4", "-q", "-F"],
    "xfs": ["mkfs.xfs", "-q", "-f", "-m", "reflink=1"],
    "btrfs": ["mkfs.btrfs", "-q", "-f"],
}


def why_not(kind: str) -> str:
    """Why file systems of this kind cannot be mounted here; empty when they can."""
    if os.geteuid() != 0:
        return "only root may mount"
    if not Path("/dev/loop-control").exists():
        return "there are no loop devices"
    if shutil.which(_MAKE[kind][0]) is None:
        return f"{_MAKE[kind][0]} is not installed"
    return "" if f"\t{kind}\n" in Path("/proc/filesystems").read_text() or _loads(kind) else f"the kernel has no {kind}"


class LoopDisk:
    """One file system in an image file, mounted at `mount_point` while `mounted`."""

    def __init__(self, kind: str, folder: Path, *, megabytes: int | None = None) -> None:
        self.kind = kind
        self.image = folder / f"{kind}.img"
        self.mount_point = folder / f"{kind}-mounted"
        self.mount_point.mkdir()
        with self.image.open("wb") as file:
            file.truncate((megabytes or _SIZES[kind]) << 20)
        _run(*_MAKE[kind], str(self.image))

    @contextmanager
    def mounted(self, image: Path | None = None) -> Iterator[Path]:
        """Mount it (or a copy of its image), and unmount it at the end whatever happened to it."""
        options = "loop,nouuid" if self.kind == "xfs" else "loop"
        _run("mount", "-t", self.kind, "-o", options, str(image or self.image), str(self.mount_point))
        try:
            yield self.mount_point
        finally:
            _run("umount", str(self.mount_point))


def cut_power(mount_point: Path) -> None:
    """The file system stops here and now; nothing in memory reaches the disk any more. OSError where it refuses."""
    descriptor = os.open(mount_point, os.O_RDONLY)
    try:
        fcntl.ioctl(descriptor, _SHUTDOWN, struct.pack("I", _WITHOUT_LOG_FLUSH))
    finally:
        os.close(descriptor)


def clone(image: Path, copy: Path) -> None:
    """A copy of an image as it is at this moment, in no time, on a file system with reflinks."""
    with image.open("rb") as source, copy.open("wb") as target:
        fcntl.ioctl(target.fileno(), _FICLONE, source.fileno())


class CutDisk(WatchedDisk):
    """Waits for every sync, and cuts the power before side effect number `at`, after something was `written` that
    nobody asked for.
    """

    def __init__(self, mount_point: Path, at: int, written: Callable[[Path], None]) -> None:
        super().__init__(waits=True)
        self._mount_point = mount_point
        self._at = at
        self._written = written

    def before(self, call: str, arguments: tuple[Any, ...]) -> None:
        if len(self.calls) == self._at:
            self._written(self._mount_point)
            cut_power(self._mount_point)
            raise Killed


class CloningDisk(WatchedDisk):
    """Waits for every sync, and keeps a copy of the image before every side effect, each after one of `written` in turn
    was done, which nobody asked for.
    """

    def __init__(self, disk: LoopDisk, copies: Path, written: Sequence[Callable[[Path], None]]) -> None:
        super().__init__(waits=True)
        self._disk = disk
        self._copies = copies
        self._written = written
        self.made: list[tuple[str, Path]] = []

    def before(self, call: str, arguments: tuple[Any, ...]) -> None:
        self.keep(call)

    def keep(self, call: str) -> None:
        """A copy now."""
        number = len(self.made)
        self._written[number % len(self._written)](self._disk.mount_point)
        copy = self._copies / f"{number:04}.img"
        clone(self._disk.image, copy)
        self.made.append((call, copy))


def nothing(_mount_point: Path) -> None:
    """The system keeps everything in memory for as long as it may."""


def another_file(mount_point: Path) -> None:
    """Another program syncs a file of its own, and with it what the file system writes together: the names, often."""
    with (mount_point / "unrelated").open("ab") as file:
        file.write(b"x")
        file.flush()
        os.fsync(file.fileno())


def the_mark(mount_point: Path) -> None:
    """The system writes the page of the relay's mark, as it may at any moment, and no name."""
    for mark in mount_point.glob("*/.relay/finished"):
        with mark.open("rb") as file:
            os.fdatasync(file.fileno())


def _loads(kind: str) -> bool:
    modprobe = shutil.which("modprobe")
    return modprobe is not None and subprocess.run([modprobe, kind], capture_output=True, check=False).returncode == 0


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"
