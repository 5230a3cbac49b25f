"""The archive as a zip file: members in order, always the same times and permissions, ZIP64 where it is needed."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, Protocol, cast

from mailbox_gui.core.export.manifest import Listed
from mailbox_gui.core.journal.entry import ChainBroken

# Journals shrink to a fifth at any level; higher ones take three times as long for a tenth less.
_LEVEL: Final = 4
_BLOCK: Final = 1 << 20
# From here on a member gets the large form of sizes; the small one ends at twice that.
_LARGE: Final = 1 << 30


class Sink(Protocol):
    """What the archive is written to, from its beginning to its end."""

    def write(self, content: bytes) -> int:
        """Write at the end."""

    def flush(self) -> None:
        """Whatever is needed."""


class ZipWriter:
    """Writes members one after the other; `sink` is never sought in."""

    def __init__(self, sink: Sink) -> None:
        # zipfile asks for an IO and uses write and flush only, where there is no tell.
        self._zip = zipfile.ZipFile(cast("IO[bytes]", sink), "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL)

    def add(self, name: str, content: bytes) -> None:
        """A small member."""
        with self._begin(name, len(content)) as member:
            member.write(content)

    def add_beginning(self, listed: Listed, source: Path) -> Iterator[int]:
        """The first `listed.size` bytes of a file, which must have the listed hash; yields the size of each block.

        Raises ChainBroken when they are not what they were, OSError.
        """
        digest = hashlib.sha256()
        left = listed.size
        with self._begin(listed.name, listed.size) as member, source.open("rb") as file:
            while left:
                block = file.read(min(_BLOCK, left))
                if not block:
                    break
                digest.update(block)
                member.write(block)
                left -= len(block)
                yield len(block)
        if left or digest.hexdigest() != listed.sha256:
            raise ChainBroken(int(source.stem), "its segment was changed while it was read")

    def close(self) -> None:
        """Write the directory at the end."""
        self._zip.close()

    def abandon(self) -> None:
        """Write nothing more: else the zip file would end itself when it is forgotten."""
        self._zip.fp = None

    def _begin(self, name: str, size: int) -> IO[bytes]:
        # Of times and permissions it writes the least there is: 1 January 1980, for the owner only.
        return self._zip.open(name, "w", force_zip64=size > _LARGE)
