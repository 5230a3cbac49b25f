"""Reading an archive that anybody may have made: nothing is unpacked to disk, nothing read beyond what is allowed."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import IO, Final

from mailbox_gui.core.export.directory import require_whole
from mailbox_gui.core.export.members import MANIFEST, is_member
from mailbox_gui.core.export.refused import ArchiveRefused

_ENCRYPTED: Final = 0x1
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_LOCAL_HEADER: Final = 30
_BLOCK: Final = 1 << 20

# What zipfile and zlib raise for files that are none of theirs; OSError is for seeks before the beginning.
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    ValueError,
)


class ZipReader:
    """The members of an archive by name; use it in a `with`. Whatever is wrong with the zip file is ArchiveRefused."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        require_whole(file, size)
        with _refusing():
            self._zip = zipfile.ZipFile(file)
        self.sizes = _judge(self._zip.infolist(), self._zip.start_dir)

    def read(self, name: str, most: int) -> bytes:
        """The whole of a small member. Raises ArchiveRefused when it is longer than `most`, OSError."""
        if self.sizes[name] > most:
            raise ArchiveRefused("it is too large for what it is", name)
        with _refusing(name), self._zip.open(name) as member:
            content = member.read(most + 1)
        if len(content) != self.sizes[name]:
            raise ArchiveRefused("it is cut off or damaged", name)
        return content

    def lines(self, name: str, most: int, seen: Callable[[bytes], object]) -> Iterator[bytes]:
        """A member's lines with their ends, each at most `most` long; the last may lack its end.

        Every block is shown to `seen` before its lines. Raises ArchiveRefused, also for a member that is shorter than
        the directory says; OSError.
        """
        read = 0
        rest = b""
        with _refusing(name), self._zip.open(name) as member:
            while block := member.read(_BLOCK):
                read += len(block)
                seen(block)
                *ended, rest = (rest + block).split(b"\n")
                for line in ended:
                    yield line + b"\n"
                if len(rest) > most:
                    raise ArchiveRefused("a line in it is longer than any line of a journal", name)
        if read != self.sizes[name]:
            raise ArchiveRefused("it is cut off or damaged", name)
        if rest:
            yield rest


@contextmanager
def open_archive(path: Path) -> Iterator[ZipReader]:
    """The archive at `path`, closed at the end. Raises ArchiveRefused, OSError."""
    # Without waiting: the name may be that of a pipe.
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise ArchiveRefused("it is not a file")
        yield ZipReader(file, status.st_size)


def _judge(members: list[zipfile.ZipInfo], directory: int) -> dict[str, int]:
    """The sizes by name of members that may be here, `directory` being where they end. Raises ArchiveRefused."""
    sizes: dict[str, int] = {}
    for member in members:
        name = member.orig_filename
        if name != MANIFEST and not is_member(name):
            raise ArchiveRefused("an archive holds nothing of that name", name)
        if name in sizes:
            raise ArchiveRefused("it is there twice", name)
        kind = stat.S_IFMT(member.external_attr >> 16)
        if kind not in (0, stat.S_IFREG) or member.is_dir():
            raise ArchiveRefused("it is a link or something else that is no file", name)
        if member.flag_bits & _ENCRYPTED or member.compress_type not in _METHODS:
            raise ArchiveRefused("it is encrypted, or packed in a way that no archive of this program is", name)
        sizes[name] = member.file_size
    ends = [(member.header_offset, member.orig_filename, _end(member)) for member in members]
    for (_, name, end), (following, _, _) in pairwise([*sorted(ends), (directory, "", 0)]):
        if end > following:
            raise ArchiveRefused("it lies in the place of another", name)
    if MANIFEST not in sizes:
        raise ArchiveRefused(f"it has no {MANIFEST}: it is not an archive of this program")
    return sizes


def _end(member: zipfile.ZipInfo) -> int:
    """Where its content ends at the earliest."""
    return member.header_offset + _LOCAL_HEADER + len(member.orig_filename) + member.compress_size


@contextmanager
def _refusing(member: str = "") -> Iterator[None]:
    try:
        yield
    except _DAMAGE:
        raise ArchiveRefused("it is damaged", member) from None
