"""The mail in the journal that reached somebody: accepted, held and approved, and the owner's decisions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from mailbox_gui.core.export.progress import Meter
from mailbox_gui.core.export.walking import sound_lines
from mailbox_gui.core.journal.chain import ChainWalk
from mailbox_gui.core.journal.codec import decode
from mailbox_gui.core.journal.entry import Entry, Place
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Accepted, Decided, Held

_MAIL: Final = re.compile(rb'\{"height":[0-9]+,"at":"[^"]{24}","type":"(?:accepted|held|decided)"')


@dataclass(frozen=True, slots=True)
class Delivered:
    """A message with the height and moment of its line; `decided_height` is that of its approval."""

    height: int
    at: datetime
    record: Accepted | Held | Decided
    verdict: Literal["accepted", "approved", "decision"]
    decided_height: int | None = None


def delivered_mail(journal: Path, relay_key: str | None, meter: Meter) -> Iterator[Delivered]:
    """Everything that was delivered, in the order of its delivery, in bounded memory.

    An approved message comes right before the decision that let it go. Raises ChainBroken, OSError.
    """
    reader = JournalReader(journal)
    waiting: dict[str, Place] = {}
    for line in sound_lines(ChainWalk(journal, relay_key)):
        meter.add(len(line.content))
        if _MAIL.match(line.content) is None:
            continue
        entry = decode(line.content, line.segment, line.offset)
        match entry.record:
            case Accepted() as record:
                yield Delivered(entry.height, entry.at, record, "accepted")
            case Held() as record:
                waiting[record.id] = entry.place
            case Decided() as record:
                yield from _decided(entry, record, waiting.pop(record.ref, None), reader)
            case _:
                pass


def _decided(entry: Entry, record: Decided, place: Place | None, reader: JournalReader) -> Iterator[Delivered]:
    if place is not None and record.verdict == "approve":
        held = reader.entry_at(place)
        if isinstance(held.record, Held):
            yield Delivered(held.height, held.at, held.record, "approved", entry.height)
    yield Delivered(entry.height, entry.at, record, "decision")
