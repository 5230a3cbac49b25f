"""The journal in an archive: its lines as they are proved to follow each other, hashed on the way."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from mailbox_gui.core.export.manifest import Listed, Manifest
from mailbox_gui.core.export.members import segment_of
from mailbox_gui.core.export.progress import Meter
from mailbox_gui.core.export.zip_reading import ZipReader
from mailbox_gui.core.journal.chain import ChainWalk
from mailbox_gui.core.journal.codec import decode
from mailbox_gui.core.journal.entry import DamagedLine, Entry
from mailbox_gui.core.journal.segments import RawLine
from mailbox_gui.core.proof.finding import Wrong

# Twice what the largest message or rules.json comes to when each of its characters is escaped.
_LONGEST_LINE: Final = 48 << 20


class ArchivedJournal:
    """Reads the segments once, one after the other. `walk` and `changed` are complete when `entries` has ended;
    `read_through` says whether it came to the end of an unbroken chain.
    """

    def __init__(self, reader: ZipReader, manifest: Manifest, relay_key: str, meter: Meter) -> None:
        self.walk = ChainWalk(Path(), relay_key)
        self.changed: list[Wrong] = []
        self.read_through = False
        self._reader = reader
        self._segments = _segments(manifest)
        self._meter = meter

    def entries(self) -> Iterator[Entry]:
        """Every entry whose line fits, to the end or the first break. Raises DamagedLine, ArchiveRefused, OSError.

        A line is only parsed when the one behind it vouches for it.
        """
        waiting: RawLine | None = None
        relied_on = 0
        for line in self.walk.along(self._lines()):
            if waiting is not None:
                yield decode(waiting.content, waiting.segment, waiting.offset)
                relied_on += 1
            waiting = line
        if waiting is not None and self.walk.height > relied_on:
            yield decode(waiting.content, waiting.segment, waiting.offset)
        self.read_through = self.walk.broken_at is None

    def _lines(self) -> Iterator[RawLine]:
        for segment, listed in self._segments:
            digest = hashlib.sha256()
            offset = 0
            for content in self._reader.lines(listed.name, _LONGEST_LINE, digest.update):
                # An archive ends where a line ends: what a power cut leaves in a post office is no excuse here.
                if not content.endswith(b"\n") or b"\x00" in content:
                    raise DamagedLine("it is no line of a journal")
                yield RawLine(segment, offset, content)
                offset += len(content)
                self._meter.add(len(content))
            if not offset:
                raise DamagedLine("its segment is empty")
            if digest.hexdigest() != listed.sha256:
                self.changed.append(Wrong("its bytes are not those that were signed", file=listed.name))


def _segments(manifest: Manifest) -> list[tuple[int, Listed]]:
    found = [(segment_of(listed.name), listed) for listed in manifest.files]
    return sorted((segment, listed) for segment, listed in found if segment is not None)
