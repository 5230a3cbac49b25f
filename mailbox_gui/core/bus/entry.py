"""An entry of the bus and its bytes on the wire; nothing that a caller wrote is changed in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from mailbox_gui.core.bus.frames import BadFrame, frame, frames, read_frames

_NUMBER: Final = re.compile(rb"[1-9][0-9]{0,17}")
_KEY: Final = re.compile(rb"[0-9a-f]{64}")
_MEMBERS: Final = 9


@dataclass(frozen=True, slots=True)
class BusEntry:
    """A post as the ring holds it.

    `author` and `session` are public keys (64 hex digits) from the verified signature; the session is empty when the
    author's own key signed. `label` is the caller's `from`, `seq` counts posts from 1, `height` is the journal's.
    """

    seq: int
    height: int
    label: str
    topic: str
    kind: str
    ref: str
    body: str
    author: str
    session: str = ""


def message_wire(entry: BusEntry) -> bytes:
    """The frames of seq, height, from, topic, kind, ref, body."""
    return frames((str(entry.seq), str(entry.height), entry.label, entry.topic, entry.kind, entry.ref, entry.body))


def entry_wire(entry: BusEntry) -> bytes:
    """The entry: author and session stand in front, since nothing can be found behind a body."""
    return frame(entry.author) + frame(entry.session) + message_wire(entry)


def wire(entries: Iterable[BusEntry]) -> bytes:
    """Several entries, each in a frame of its own; empty for none."""
    return b"".join(frame(entry_wire(entry)) for entry in entries)


def read_entry(content: bytes) -> BusEntry:
    """The entry of `entry_wire`'s bytes. Raises BadFrame for anything else, to the byte."""
    author, session, seq, height, *texts = read_frames(content, _MEMBERS)
    if _NUMBER.fullmatch(seq) is None or _NUMBER.fullmatch(height) is None:
        raise BadFrame("seq and height are numbers from 1 on, without zeros in front")
    if _KEY.fullmatch(author) is None or (session and _KEY.fullmatch(session) is None):
        raise BadFrame("author and session are public keys of 64 hex digits")
    try:
        label, topic, kind, ref, body = (text.decode("utf-8") for text in texts)
    except UnicodeDecodeError:
        raise BadFrame("a value is not UTF-8") from None
    return BusEntry(int(seq), int(height), label, topic, kind, ref, body, author.decode(), session.decode())


def read_wire(content: bytes) -> tuple[BusEntry, ...]:
    """The entries of `wire`'s bytes. Raises BadFrame."""
    return tuple(read_entry(value) for value in read_frames(content))
