"""Mending after a power cut: copies and reasons it took, or left cut short, are written anew from the journal.

What is delivered is made durable some moments later only (see `settling`). Whatever of it is missing in all the places
where it may lie counts as lost, and whatever lies there is believed when its bytes are the journal's.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.folders.delivery import Staging, numbered_names
from mailbox_gui.core.folders.homes import Homes
from mailbox_gui.core.folders.plain_files import read_plain
from mailbox_gui.core.journal.entry import Entry
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.records import Accepted, Decided, Held
from mailbox_gui.core.relay.finishing import Finisher, HeldMessage, Reason, released_name


@dataclass(frozen=True, slots=True)
class _Copy:
    """A message to be staged under `name` unless it lies at one of `places`; without `home` it is for the queue."""

    name: str
    content: bytes
    home: str | None
    places: tuple[str, ...]


class Mender:
    """Brings copies back to where finishing expects them.

    With `doubts` a sync has failed: what looks whole may be so in memory only, and is written once more.
    """

    def __init__(self, disk: Disk, staging: Staging, finisher: Finisher, *, doubts: bool = False) -> None:
        self._disk = disk
        self._doubts = doubts
        self._staging = staging
        self._finisher = finisher
        self._queue = finisher.queue

    def mend_copies(self, entry: Entry, held: HeldMessage | None, homes: Homes) -> None:
        """The mail that `entry` asks for is then whole: published, or staged and only to be moved.

        A home that is gone or full is no reason to fail: its copies wait in the relay's own area. Raises OSError when
        even that cannot take them: the mark must then stay where it is.
        """
        for copy in self._copies(entry, held, homes):
            self._mend_copy(copy)

    def mend_reason(self, entry: Entry, held: HeldMessage | None, homes: Homes) -> None:
        """The reason that `entry` asks for is then whole where it lies. Raises OSError where a folder forbids it."""
        if (reason := self._finisher.reason_of(entry, homes, held)) is not None:
            self._mend_reason(reason)

    def _copies(self, entry: Entry, held: HeldMessage | None, homes: Homes) -> Iterator[_Copy]:
        match entry.record:
            case Accepted() as record:
                yield _delivered(record.id, message_bytes(record), homes.home(record.header["to"]))
            case Held() as record:
                name = f"{record.id}.md"
                yield _Copy(name, message_bytes(record), None, (f"{self._queue}/{name}",))
            case Decided() as record if held is None or record.verdict == "waive":
                yield _delivered(record.id, message_bytes(record), homes.home(record.header["to"]))
            case Decided() as record:
                assert held is not None
                yield _delivered(record.id, message_bytes(record), homes.home(held.sender))
                staged = released_name(record.id)
                if record.verdict == "approve":
                    yield _delivered(held.id, held.content, homes.home(held.recipient), staged)
                else:
                    places = tuple(self._finisher.declined_at(entry, homes, held))
                    yield _Copy(staged, held.content, homes.home(held.sender), places)
            case _:
                return

    def _mend_copy(self, copy: _Copy) -> None:
        for path in copy.places:
            found = _bytes_at(path, len(copy.content))
            if found == copy.content:
                self._write_again(path, found)
                return
            if found is not None and is_remnant(found, copy.content) and self._replaced(path, copy):
                return
        areas = (self._staging.central,) if copy.home is None else self._staging.candidates(copy.home)
        staged = [os.path.join(area, copy.name) for area in areas]
        if self._doubts or not any(_bytes_at(path, len(copy.content)) == copy.content for path in staged):
            self._stage(copy)

    def _stage(self, copy: _Copy) -> None:
        if copy.home is not None:
            # Whatever is wrong with a home elsewhere is its agent's affair; the copy goes there when it can.
            with suppress(OSError):
                self._staging.write(self._staging.folder_for(copy.home), copy.name, copy.content)
                return
        self._staging.write(self._staging.central, copy.name, copy.content)

    def _replaced(self, path: str, copy: _Copy) -> bool:
        """Whether the whole message could be put in the place of what is left of it."""
        with suppress(OSError):
            area = self._staging.central if copy.home is None else self._staging.folder_for(copy.home)
            self._replace(path, area, copy.name, copy.content)
            return True
        return False

    def _write_again(self, path: str, content: bytes) -> None:
        if self._doubts:
            # Its agent may have taken it meanwhile, or let nobody write to it.
            with suppress(OSError):
                self._disk.write_again(path, 0, content)

    def _mend_reason(self, reason: Reason) -> None:
        """A reason that was cut short has lost the height that says whose it is: it is known by where it lies."""
        for candidate in numbered_names(reason.wanted):
            path = os.path.join(reason.folder, f"{candidate}.reason")
            if not os.path.lexists(path):
                return
            found = _bytes_at(path, len(reason.content))
            if found == reason.content:
                self._write_again(path, found)
                return
            if found is not None and is_remnant(found, reason.content):
                area = self._staging.folder_for(os.path.dirname(reason.folder))
                self._replace(path, area, reason.staged, reason.content)
                return

    def _replace(self, path: str, area: str, name: str, content: bytes) -> None:
        """Put the whole file in the place of what is left of it, in one step."""
        self._disk.rename_over(self._staging.write(area, name, content), path)


def is_remnant(found: bytes, whole: bytes) -> bool:
    """Whether a power cut may have left `found` of `whole`: cut short, with zeros where bytes were not yet written."""
    return len(found) <= len(whole) and all(byte in (0, wanted) for byte, wanted in zip(found, whole, strict=False))


def _delivered(message_id: str, content: bytes, home: str, staged: str | None = None) -> _Copy:
    """Mail in an inbox, or where its agent puts what it has handled."""
    name = f"{message_id}.md"
    return _Copy(staged or name, content, home, (f"{home}/inbox/{name}", f"{home}/done/{name}"))


def _bytes_at(path: str, expected: int) -> bytes | None:
    """What lies there, as far as it matters for a file of `expected` bytes; None where no plain file is."""
    try:
        return read_plain(path, expected + 1)
    except OSError:
        return None
