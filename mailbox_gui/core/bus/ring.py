"""The ring's file: 64 entries that readers see at any instant without a lock, and one write that appends and evicts.

The file has one slot more than entries are shown. A post goes into the slot whose entry had fallen off already; the
moment it is whole there, its number is the newest and the oldest of the 64 shown falls off: nothing else is written.
A write that was cut short leaves a slot whose checksum does not fit, which nobody was looking at.
"""

from __future__ import annotations

import os
import struct
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mailbox_gui.core.bus.entry import BusEntry, entry_wire, read_entry
from mailbox_gui.core.bus.frames import BadFrame
from mailbox_gui.core.disk import Disk

SLOTS: Final = 64
_PHYSICAL: Final = SLOTS + 1
# A checksum over what follows it, the entry's length in bytes, its number.
_HEAD: Final = struct.Struct("<IIQ")
# The largest entry and its head, rounded up.
SLOT_BYTES: Final = 17_408
_FRONT_BYTES: Final = 4_096
_FRONT: Final = b"agent-mailbox ring 1\nslots 64+1 of 17408 bytes\n"
RING_BYTES: Final = _FRONT_BYTES + _PHYSICAL * SLOT_BYTES
# Most entries are short: they come with their head in one read.
_FIRST_READ: Final = 1_024
# A reader is overtaken only by posts that come while it reads; each try takes far less than a post.
_TRIES: Final = 200
_BETWEEN_TRIES: Final = 0.001


class RingDamaged(Exception):
    """The file is not a whole ring; the relay builds it anew from the journal at its start, and so does `reindex`."""


@dataclass(frozen=True, slots=True)
class RingView:
    """The ring at one instant: what it holds, oldest first, and how many were ever posted."""

    entries: tuple[BusEntry, ...]
    seen: int

    def since(self, seq: int) -> tuple[BusEntry, ...]:
        """The entries after `seq`, oldest first."""
        return tuple(entry for entry in self.entries if entry.seq > seq)

    def dropped(self, seq: int) -> int:
        """How many of the posts after `seq` are gone."""
        return max(0, self.seen - len(self.entries) - max(seq, 0))

    def topic(self, name: str) -> tuple[BusEntry, ...]:
        """The entries of one topic, newest first."""
        return tuple(entry for entry in reversed(self.entries) if entry.topic == name)

    def latest(self, count: int) -> tuple[BusEntry, ...]:
        """The newest `count` entries, newest first; all for a count of 0 or less."""
        newest = tuple(reversed(self.entries))
        return newest[:count] if count > 0 else newest


def empty_ring() -> bytes:
    """The file of a ring that holds nothing."""
    return _FRONT.ljust(_FRONT_BYTES, b"\0") + bytes(_PHYSICAL * SLOT_BYTES)


def ring_file(entries: Sequence[BusEntry]) -> bytes:
    """The file of a ring that holds the newest of `entries`, which are in the order of their numbers without a gap."""
    content = bytearray(empty_ring())
    for entry in entries[-SLOTS:]:
        slot = _slot(entry)
        at = _place(entry.seq)
        content[at : at + len(slot)] = slot
    return bytes(content)


class RingWriter:
    """The relay's side. There is one writer, the holder of the relay's lock."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self._disk = disk
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC | os.O_NOFOLLOW)

    def write(self, entry: BusEntry) -> None:
        """Append an entry, and let the oldest fall off when the ring is full: one write, durable by the next sync."""
        self._disk.overwrite(self._descriptor, _slot(entry), _place(entry.seq))

    def is_at(self, path: Path) -> bool:
        """Whether what it writes to is what lies at `path`: somebody may have deleted or replaced the file."""
        try:
            found = os.lstat(path)
        except FileNotFoundError:
            return False
        own = os.fstat(self._descriptor)
        return (found.st_dev, found.st_ino) == (own.st_dev, own.st_ino)

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)


def read_ring(path: Path) -> RingView:
    """The ring at this instant. Raises RingDamaged; OSError, FileNotFoundError where there is no bus."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if os.fstat(descriptor).st_size != RING_BYTES or not os.pread(descriptor, len(_FRONT), 0) == _FRONT:
            raise RingDamaged(f"{path} is not a ring of this program")
        for _ in range(_TRIES):
            with suppress(_Overtaken):
                return _view(descriptor)
            time.sleep(_BETWEEN_TRIES)
    finally:
        os.close(descriptor)
    raise RingDamaged(f"{path} misses entries that it should hold")


class _Overtaken(Exception):
    """A post came while its slot was read; or the slot is damaged, and no other try will find it whole."""


def _view(descriptor: int) -> RingView:
    found: dict[int, BusEntry] = {}
    for number in range(_PHYSICAL):
        entry = _read_slot(descriptor, _FRONT_BYTES + number * SLOT_BYTES)
        if entry is not None:
            found[entry.seq] = entry
    seen = max(found, default=0)
    try:
        entries = tuple(found[seq] for seq in range(max(1, seen - SLOTS + 1), seen + 1))
    except KeyError:
        raise _Overtaken from None
    return RingView(entries, seen)


def _read_slot(descriptor: int, at: int) -> BusEntry | None:
    """The entry in a slot; None where there is none, or not a whole one."""
    content = os.pread(descriptor, _FIRST_READ, at)
    if len(content) < _HEAD.size:
        return None
    checksum, length, seq = _HEAD.unpack_from(content)
    whole = _HEAD.size + length
    if not length or whole > SLOT_BYTES:
        return None
    if whole > len(content):
        content += os.pread(descriptor, whole - len(content), at + len(content))
    if zlib.crc32(content[4:whole]) != checksum:
        return None
    try:
        entry = read_entry(content[_HEAD.size : whole])
    except BadFrame:
        return None
    return entry if entry.seq == seq and _place(seq) == at else None


def _slot(entry: BusEntry) -> bytes:
    content = entry_wire(entry)
    if _HEAD.size + len(content) > SLOT_BYTES:
        raise ValueError("no post within the limits makes an entry of that size")
    rest = _HEAD.pack(0, len(content), entry.seq)[4:] + content
    return struct.pack("<I", zlib.crc32(rest)) + rest


def _place(seq: int) -> int:
    return _FRONT_BYTES + (seq - 1) % _PHYSICAL * SLOT_BYTES
