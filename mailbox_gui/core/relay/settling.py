"""Settling: some moments after a batch its files and names are made durable, many batches at once; the mark follows.

Until then a power cut may take any of it. The journal has every byte of it, and recovery writes it anew from there.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from pathlib import PurePath

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.disk_session import mount_of
from mailbox_gui.core.relay.finished_mark import FinishedMark, Mark

# Seconds after which, and lines after which at the latest, what was delivered is made durable.
SETTLE_AFTER = 0.1
SETTLE_LINES = 512
# Up to this many files each is synced by itself: beside a busy writer that takes milliseconds, while syncing the file
# system waits for all that the other one wrote. For more files it is the other way round.
SINGLE_SYNCS = 16
# What a file answers that its agent has moved away, or put something else in its place.
_MOVED = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EINVAL, errno.EACCES, errno.ENXIO, errno.EISDIR})
# The session of a mark after a sync that failed. No session of disks has this name.
DOUBT = "0" * 16

_Mount = tuple[int, int]


class Settling:
    """Syncs what was touched beside the relay's work; without an executor in the caller's thread.

    `session` is that of the disks, which each mark carries; `root` lies on the post office's own file system. Methods
    raise the OSError of a sync that failed: nothing may then be believed durable, and this life must end.
    """

    def __init__(self, disk: Disk, mark: FinishedMark, root: str, session: str, executor: Executor | None) -> None:
        self._disk = disk
        self._mark = mark
        self._root = root
        self.session = session
        found = mark.read()
        self._durable = None if found is None else found.height
        self.doubts = found is not None and found.session == DOUBT
        self._executor = executor
        self._mounts: dict[str, _Mount] = {}
        self._note_mount(root)
        self._folders: set[str] = set()
        self._files: set[str] = set()
        self._height = 0
        self._lines = 0
        self._since: float | None = None
        self._running: Future[None] | None = None

    def touch(self, folders: Iterable[str], files: Iterable[str], height: int, lines: int) -> None:
        """Names in `folders` changed and `files` came into them: they follow the journal up to `height`, by `lines`
        lines more."""
        for folder in folders:
            # On another disk than the last time, before that has settled: the settling will miss the first one.
            if folder not in self._folders:
                self._note_mount(folder)
                self._folders.add(folder)
        self._files.update(files)
        self._height = height
        # What is finished late belongs to lines that were counted long ago.
        self._lines += lines or (1 if self._folders else 0)

    def know(self, homes: Iterable[str]) -> None:
        """Remember on which disks the homes lie now."""
        for home in homes:
            self._note_mount(home)

    def turn(self, monotonic: float) -> None:
        """Begin to settle when it is time."""
        if self._running is not None and self._running.done():
            self._wait()
        if not self._lines:
            return
        if self._since is None:
            self._since = monotonic
        if self._running is None and (self._lines >= SETTLE_LINES or monotonic - self._since >= SETTLE_AFTER):
            self._begin()

    def next_in(self, monotonic: float) -> float | None:
        """Seconds until a turn has something to do; None when all is settled or on its way."""
        if not self._lines or self._since is None:
            return None
        if self._running is not None and not self._running.done():
            # A sync that is slow is looked after now and then, not all the time.
            return SETTLE_AFTER
        return max(0.001, self._since + SETTLE_AFTER - monotonic)

    def settle(self, session: str | None = None) -> None:
        """Settle all there is, now; the marks from here on are of another `session` where one is given."""
        self._wait()
        self.session = session or self.session
        self._work(*self._take())

    def settle_all(self, homes: Iterable[str]) -> None:
        """Settle whatever earlier lives left unsettled, in all `homes`."""
        self._wait()
        folders, _, height = self._take()
        there = [home for home in homes if self._note_mount(home)]
        with self._doubting():
            self._sync_file_systems((*folders, *there))
            self._write(height)

    def abandon(self) -> None:
        """Wait for what is under way, whatever becomes of it, and close the mark."""
        if self._running is not None:
            self._running.exception()
        self._mark.close()

    def _begin(self) -> None:
        if self._executor is None:
            self._work(*self._take())
        else:
            self._running = self._executor.submit(self._work, *self._take())

    def _take(self) -> tuple[set[str], set[str], int]:
        folders, files = self._folders, self._files
        self._folders, self._files = set(), set()
        self._lines, self._since = 0, None
        return folders, files, self._height

    def _wait(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.result()

    def _work(self, folders: set[str], files: set[str], height: int) -> None:
        with self._doubting():
            if len(files) > SINGLE_SYNCS or not self._sync_each(folders, files):
                self._sync_file_systems(folders)
            self._write(height)

    @contextmanager
    def _doubting(self) -> Iterator[None]:
        """After a sync that failed the system may have dropped what it could not write, however whole it looks: the
        next life must write it anew, and the mark says so to it."""
        try:
            yield
        except OSError:
            if self._durable is not None:
                with suppress(OSError):
                    self._mark.write(Mark(self._durable, DOUBT))
            raise

    def _sync_each(self, folders: Collection[str], files: Collection[str]) -> bool:
        """Sync each by itself; False when one is not there any more: only its file system knows where it is."""
        if any(mount_of(folder) != self._mounts.get(folder) for folder in folders):
            return False
        try:
            for file in files:
                self._disk.sync_file(file)
            for folder in folders:
                self._disk.sync_folder(folder)
        except OSError as error:
            if error.errno in _MOVED:
                return False
            raise
        return True

    def _sync_file_systems(self, folders: Iterable[str]) -> None:
        """The file systems on which `folders` lay when they were touched, and the post office's own."""
        done: set[int] = set()
        for folder in (self._root, *folders):
            mount = self._mounts.get(folder)
            if mount is not None and mount[0] not in done:
                self._sync_mount(folder, mount)
                done.add(mount[0])

    def _sync_mount(self, folder: str, mount: _Mount) -> None:
        """By the folder, or by one above it when its agent removed it, closed it or put something in its place."""
        place, above = folder, os.path.dirname(folder)
        while above != place:
            if mount_of(place) == mount:
                try:
                    self._disk.sync_filesystem(place)
                except OSError as error:
                    if error.errno not in _MOVED:
                        raise
                else:
                    return
            place, above = above, os.path.dirname(above)
        raise OSError(errno.ENODEV, "its disk was taken away before all was written", folder)

    def _note_mount(self, folder: str) -> bool:
        """Whether a folder is there; where it lies is remembered, also when it is gone the next time."""
        mount = mount_of(folder)
        if mount is not None:
            self._mounts[folder] = mount
        elif folder not in self._mounts:
            # It went between what was done in it and now: it lay where the home lay that it was in.
            above = (self._mounts.get(str(parent)) for parent in PurePath(folder).parents)
            if (known := next(filter(None, above), None)) is not None:
                self._mounts[folder] = known
        return mount is not None

    def _write(self, height: int) -> None:
        self._mark.write(Mark(height, self.session))
        self._durable = height
