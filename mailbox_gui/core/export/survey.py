"""Before an archive is signed: the journal proved up to a height, and what the archive will hold, to the byte."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.export.papers import papers_of
from mailbox_gui.core.export.progress import Meter
from mailbox_gui.core.export.walking import has_owners_word, sound_lines
from mailbox_gui.core.journal.chain import ChainWalk
from mailbox_gui.core.journal.codec import decode
from mailbox_gui.core.journal.segments import RawLine, segment_path
from mailbox_gui.core.proof.authority import Authority
from mailbox_gui.core.proof.owners_word import ForgedLine


class NothingToExport(Exception):
    """The journal has no rules yet, so nobody's word is in it; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Part:
    """The beginning of a segment, up to a line end: `size` bytes that have this hash."""

    segment: int
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Survey:
    """The journal up to `height`, whose line has the hash `hash`; `papers` are the small members by name."""

    height: int
    hash: str
    owner_key: str
    parts: tuple[Part, ...]
    papers: dict[str, bytes]


def survey(journal: Path, owner_key: str, relay_key: str, disk: Disk, meter: Meter) -> Survey:
    """Walk the whole journal, which may grow meanwhile; it is taken to the last whole line that is there at the end.

    Chain, checkpoints and the owner's word are proved. What was walked is made durable, so that no archive is ever
    ahead of its post office. Raises ChainBroken (ForgedLine), NothingToExport, OSError.
    """
    walk = ChainWalk(journal, relay_key)
    authority = Authority()
    parts = _Parts()
    for line in sound_lines(walk):
        parts.take(line)
        meter.add(len(line.content))
        if has_owners_word(line.content):
            entry = decode(line.content)
            fault = authority.take(entry)
            if fault is not None:
                raise ForgedLine(entry.height, fault)
    if authority.rules is None:
        raise NothingToExport("the journal holds no rules yet: run the relay once (mailbox relay --once), then export")
    if authority.owner_key != owner_key:
        raise ForgedLine(1, "its first rules are signed with another key than the owner's in the keys folder")
    disk.sync_file(segment_path(journal, walk.segment))
    return Survey(walk.height, walk.hash, owner_key, parts.ended(), papers_of(authority, owner_key, relay_key))


class _Parts:
    """Adds up each segment's bytes as its lines come by."""

    def __init__(self) -> None:
        self._done: list[Part] = []
        self._segment = 0
        self._size = 0
        self._sha256 = hashlib.sha256()

    def take(self, line: RawLine) -> None:
        if line.segment != self._segment:
            self._end_segment()
            self._segment, self._size, self._sha256 = line.segment, 0, hashlib.sha256()
        self._size += len(line.content)
        self._sha256.update(line.content)

    def ended(self) -> tuple[Part, ...]:
        self._end_segment()
        return tuple(self._done)

    def _end_segment(self) -> None:
        if self._size:
            self._done.append(Part(self._segment, self._size, self._sha256.hexdigest()))
