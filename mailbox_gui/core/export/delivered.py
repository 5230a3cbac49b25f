"""The mail in the journal that reached somebody: accepted, held and approved, and the owner's decisions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from mailbox_gui.core.export.progress import Meter
from mailbox_gui.core.export.walking import has_owners_word, sound_lines
from mailbox_gui.core.journal.chain import ChainWalk
from mailbox_gui.core.journal.codec import decode
from mailbox_gui.core.journal.entry import Entry, Place
from mailbox_gui.core.journal.reader import JournalReader
from mailbox_gui.core.journal.records import Accepted, Decided, Held
from mailbox_gui.core.proof.signatures import SignatureProof

_MAIL: Final = re.compile(rb'\{"height":[0-9]+,"at":"[^"]{24}","type":"(?:accepted|held)"')

SignatureWord = Literal["good", "none", "broken"]


@dataclass(frozen=True, slots=True)
class Delivered:
    """A message with the height and moment of its line; `decided_height` is that of its approval.

    `signature` was proved by the message's bytes and by who was allowed to sign at its height.
    """

    height: int
    at: datetime
    record: Accepted | Held | Decided
    verdict: Literal["accepted", "approved", "decision"]
    signature: SignatureWord = "none"
    decided_height: int | None = None


def delivered_mail(journal: Path, owner_key: str, relay_key: str, meter: Meter) -> Iterator[Delivered]:
    """Everything that was delivered, in the order of its delivery, in bounded memory.

    An approved message comes right before the decision that let it go. Raises ChainBroken, OSError.
    """
    reader = JournalReader(journal)
    proof = SignatureProof(owner_key)
    waiting: dict[str, tuple[Place, SignatureWord]] = {}
    for line in sound_lines(ChainWalk(journal, relay_key)):
        meter.add(len(line.content))
        if _MAIL.match(line.content) is None and not has_owners_word(line.content):
            continue
        entry = decode(line.content, line.segment, line.offset)
        signature = _signature(entry, proof)
        match entry.record:
            case Accepted() as record:
                yield Delivered(entry.height, entry.at, record, "accepted", signature)
            case Held() as record:
                waiting[record.id] = (entry.place, signature)
            case Decided() as record:
                held = waiting.pop(record.ref, None)
                if held is not None and record.verdict == "approve":
                    yield from _approved(reader, *held, entry.height)
                yield Delivered(entry.height, entry.at, record, "decision", signature)
            case _:
                pass


def _signature(entry: Entry, proof: SignatureProof) -> SignatureWord:
    faults = list(proof.faults_of(entry))
    if faults:
        return "broken"
    return "good" if getattr(entry.record, "signer", None) is not None else "none"


def _approved(reader: JournalReader, place: Place, signature: SignatureWord, decided: int) -> Iterator[Delivered]:
    held = reader.entry_at(place)
    if isinstance(held.record, Held):
        yield Delivered(held.height, held.at, held.record, "approved", signature, decided)
