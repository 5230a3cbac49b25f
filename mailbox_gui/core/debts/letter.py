"""A message as debts see it: who says what about which message, and what is asked for."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from mailbox_gui.core.debts.slugs import words_of
from mailbox_gui.core.journal.message_bytes import message_bytes
from mailbox_gui.core.journal.records import Accepted, Decided, Held
from mailbox_gui.core.message.moments import parse_moment

# Only these tell of a marker.
TELLING: Final = frozenset({"report", "workaround"})
_FIELD: Final = "x-workaround"
_ANSWER_MARKS: Final = ("re:", "aw:", "fwd:", "fw:")


@dataclass(frozen=True, slots=True)
class Letter:
    """`sender` is the folder it came from. `words` are the names of markers that it may say, only of kinds that tell
    of markers.
    """

    id: str
    sender: str
    recipient: str
    kind: str
    requires: str
    topic: str
    ref: str
    due: datetime | None
    sha256: str
    words: frozenset[str] = frozenset()


def letter_of(record: Accepted | Held) -> Letter:
    """The letter of an accepted or held message."""
    return _letter(record, record.sha256)


def notice_of(record: Decided) -> Letter:
    """The decision itself, as its recipient gets it; its line has no hash of its bytes, and hardly one asks for it."""
    asks = record.header.get("requires") in ("reply", "report")
    return _letter(record, hashlib.sha256(message_bytes(record)).hexdigest() if asks else "")


def topic_key(topic: str) -> str:
    """What two topics have in common when they are the same: case, white space and marks of an answer do not count."""
    key = " ".join(unicodedata.normalize("NFC", topic).casefold().split())
    while key.startswith(_ANSWER_MARKS):
        key = key.partition(":")[2].lstrip()
    return key


def due_of(header: Mapping[str, str]) -> datetime | None:
    """The moment in `due`, None where there is none."""
    try:
        return parse_moment(header["due"]).astimezone(UTC)
    except (KeyError, ValueError, OverflowError):
        return None


def _letter(record: Accepted | Held | Decided, sha256: str) -> Letter:
    header = record.header
    kind, topic = header.get("kind", ""), header.get("topic", "")
    return Letter(
        id=record.id,
        sender=record.folder,
        recipient=header.get("to", ""),
        kind=kind,
        requires=header.get("requires", ""),
        topic=topic,
        ref=header.get("ref", ""),
        due=due_of(header),
        sha256=sha256,
        words=words_of(topic, header.get(_FIELD, ""), record.body) if kind in TELLING else frozenset(),
    )
