"""The one writer of the journal: a batch is one write and one sync, and after that it is history."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Self

from nacl.signing import SigningKey

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.journal.chain import ChainWalk
from mailbox_gui.core.journal.checkpoints import make_checkpoint
from mailbox_gui.core.journal.codec import encode, line_hash, moment_text, parse_moment_text
from mailbox_gui.core.journal.entry import Entry, Place
from mailbox_gui.core.journal.lock import Holder, LockHeld
from mailbox_gui.core.journal.opening import Opening, mend_end, prove_end
from mailbox_gui.core.journal.records import Record, Stopped
from mailbox_gui.core.journal.segments import segment_path
from mailbox_gui.core.keys.envelope import public_hex

Clock = Callable[[], datetime]

SEGMENT_BYTES: Final = 64 << 20
CHECKPOINT_EVERY: Final = 1000


class JournalFailed(Exception):
    """A write or sync failed, so nobody knows what is on the disk: the journal must be opened again."""


class Journal:
    """The journal, open for appending. Only the holder of the relay's lock may have one; it is not thread-safe.

    `height` and `last_at` are of the last line (0 and None: there is none). `opening` tells what opening found.
    `clock_behind` is how far the clock stood behind the last line at the last append, None when it did not: lines
    then repeat the last moment, and the caller says so once.
    """

    def __init__(self, walk: ChainWalk, disk: Disk, key: SigningKey, clock: Clock) -> None:
        self.folder = walk.folder
        self.height = walk.height
        self.last_at = parse_moment_text(walk.at) if walk.at else None
        self.opening = Opening()
        self.clock_behind: timedelta | None = None
        self.failed = False
        self.segment_bytes = SEGMENT_BYTES
        self.checkpoint_every = CHECKPOINT_EVERY
        self._hash = walk.hash
        self._segment = walk.segment
        self._size = walk.end
        self._disk = disk
        self._key = key
        self._clock = clock
        self._descriptor: int | None = None
        self._guard: int | None = None

    @classmethod
    def open(cls, folder: Path, disk: Disk, relay_key: SigningKey, clock: Clock) -> Self:
        """Open the journal in `folder` (made when it is missing) for appending, its end proved and mended.

        Whole lines of an append that was never answered for are kept; a line cut short is cut off. Raises ChainBroken,
        after which reading is still possible, LockHeld when another writer has it open, and OSError.
        """
        if not folder.is_dir():
            disk.make_folder(folder)
        guard = _guard(folder)
        try:
            return cls._opened(folder, disk, relay_key, clock, guard)
        except BaseException:
            os.close(guard)
            raise

    @classmethod
    def _opened(cls, folder: Path, disk: Disk, relay_key: SigningKey, clock: Clock, guard: int) -> Self:
        walk, begun = prove_end(folder, public_hex(relay_key))
        torn_file = mend_end(disk, walk)
        journal = cls(walk, disk, relay_key, clock)
        journal._guard = guard
        journal._moment()
        journal.opening = Opening(walk.torn_bytes, torn_file, journal.clock_behind, begun)
        if walk.segment:
            journal._descriptor = _open_for_append(segment_path(folder, walk.segment))
        return journal

    def append(self, records: Sequence[Record], at: datetime | None = None) -> tuple[Entry, ...]:
        """Append `records` with one write and one sync; when it returns they are durable.

        The lines carry the moment `at`, at which their records were judged; now when it is None. Every line written
        comes back, so also a checkpoint that fell due among them. Raises OSError when the disk refuses, after which the
        journal is `failed`; JournalFailed when it was before; ValueError or TypeError for a record that cannot be
        written, after which nothing was.
        """
        batch = self._batch(at)
        for record in records:
            self._add(batch, record)
        return self._commit(batch)

    def close(self, reason: str | None = None) -> None:
        """Close the files; with a `reason` write `stopped` and a checkpoint first, unless the journal is failed.

        Raises OSError when those cannot be written; the files are closed all the same.
        """
        try:
            if reason is not None and not self.failed:
                batch = self._batch()
                self._add(batch, Stopped(reason))
                batch.add_checkpoint(self._key)
                self._commit(batch)
        finally:
            self.failed = True
            for descriptor in (self._descriptor, self._guard):
                if descriptor is not None:
                    os.close(descriptor)
            self._descriptor = self._guard = None

    def _batch(self, at: datetime | None = None) -> _Batch:
        if self.failed:
            raise JournalFailed("the journal was closed by an error and must be opened again")
        moment = self._moment()
        if at is not None:
            judged = parse_moment_text(moment_text(at))
            moment = judged if self.last_at is None else max(judged, self.last_at)
        return _Batch(self.height, self._hash, moment)

    def _add(self, batch: _Batch, record: Record) -> None:
        if (batch.height + 1) % self.checkpoint_every == 0:
            batch.add_checkpoint(self._key)
        batch.add(record)

    def _commit(self, batch: _Batch) -> tuple[Entry, ...]:
        if not batch.lines:
            return ()
        content = b"".join(batch.lines)
        self.failed = True
        descriptor = self._descriptor
        if descriptor is None or (self._size and self._size + len(content) > self.segment_bytes):
            descriptor = self._begin_segment(self.height + 1)
        self._disk.append(descriptor, content)
        self._disk.sync_data(descriptor)
        self.failed = False
        entries = batch.entries(self._segment, self._size)
        self._size += len(content)
        self.height, self._hash, self.last_at = batch.height, batch.hash, batch.at
        return entries

    def _begin_segment(self, first: int) -> int:
        """Make the next segment's file, its name durable before a line in it is relied on."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        path = segment_path(self.folder, first)
        self._disk.write_new(path, b"")
        self._disk.sync_folder(self.folder)
        self._descriptor = _open_for_append(path)
        self._segment, self._size = first, 0
        return self._descriptor

    def _moment(self) -> datetime:
        """Now, to the millisecond, but never earlier than the last line."""
        now = parse_moment_text(moment_text(self._clock()))
        if self.last_at is None or now >= self.last_at:
            self.clock_behind = None
            return now
        self.clock_behind = self.last_at - now
        return self.last_at


class _Batch:
    """The lines of one append while they are made: each carries the hash of the one before."""

    def __init__(self, height: int, previous: str, at: datetime) -> None:
        self.height = height
        self.hash = previous
        self.at = at
        self.lines: list[bytes] = []
        self._records: list[tuple[Record, str, str]] = []

    def add(self, record: Record) -> None:
        line = encode(self.height + 1, self.at, record, self.hash)
        own_hash = line_hash(line)
        self._records.append((record, self.hash, own_hash))
        self.lines.append(line)
        self.height, self.hash = self.height + 1, own_hash

    def add_checkpoint(self, key: SigningKey) -> None:
        self.add(make_checkpoint(self.height, self.hash, self.at, key))

    def entries(self, segment: int, offset: int) -> tuple[Entry, ...]:
        """The lines as entries, now that it is known where they lie."""
        entries = []
        height = self.height - len(self.lines)
        for (record, previous, own_hash), line in zip(self._records, self.lines, strict=True):
            height += 1
            entries.append(Entry(height, self.at, record, previous, own_hash, Place(segment, offset, len(line))))
            offset += len(line)
        return tuple(entries)


def _open_for_append(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW)


def _guard(folder: Path) -> int:
    """Hold the journal's folder against a second writer: the relay's own lock lies where anybody may clear up.

    A descriptor, to be kept open. Raises LockHeld. A file system without such locks leaves the relay's lock alone.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise LockHeld(Holder()) from None
    except OSError as error:
        if error.errno not in (errno.ENOLCK, errno.ENOTSUP, errno.EINVAL, errno.ENOSYS):
            os.close(descriptor)
            raise
    return descriptor
