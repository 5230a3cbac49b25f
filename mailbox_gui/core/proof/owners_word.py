"""Reading the owner's word out of a whole journal, and the chain that holds it, before anything is done in its name."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Final

from mailbox_gui.core.journal.chain import verify_chain
from mailbox_gui.core.journal.codec import NO_PREVIOUS, decode
from mailbox_gui.core.journal.entry import ChainBroken, DamagedLine
from mailbox_gui.core.journal.segments import list_segments, segment_path
from mailbox_gui.core.proof.authority import Authority

# What a line begins with (its height and moment come first) when it may hold the owner's word; nothing else is parsed.
_OWNERS_TYPE: Final = re.compile(
    rb'\{"height":[0-9]+,"at":"[^"]{24}","type":'
    rb'"(?:rules|agent|delegated|revoked|resumed|decided|channel|credential|credential_revoked|(request))"'
)
# In a request's line this stands outside of every text, in which quotes are escaped: it made something of an agent.
_OF_AN_AGENT: Final = b'"effect":{"agent":{"did":"'
_BACK: Final = len('"}\n')
_HASH: Final = 64
_BLOCK: Final = 1 << 18


class ForgedLine(ChainBroken):
    """A line that only the owner can have caused, and the owner did not."""

    def __init__(self, height: int, reason: str) -> None:
        super().__init__(height, reason)
        self.args = (f"the journal was forged at height {height}: {reason}",)


def read_owners_word(journal_folder: Path, relay_public: str | None) -> Authority:
    """Everything the owner signed, from the first line to the last whole one; each line's link is checked on the way.

    Some 3 µs a line, beside what the disk takes. Raises ChainBroken where the chain breaks, ForgedLine where the
    owner's word is not the owner's, OSError.
    """
    authority = Authority()
    previous = NO_PREVIOUS.encode("ascii")
    for segment in list_segments(journal_folder):
        offset = 0
        with segment_path(journal_folder, segment).open("rb", buffering=_BLOCK) as lines:
            for line in lines:
                if not line.endswith(b"\n"):
                    return authority
                if line[-_BACK - _HASH : -_BACK] != previous:
                    raise _first_break(journal_folder, relay_public)
                if (match := _OWNERS_TYPE.match(line)) and (match[1] is None or _OF_AN_AGENT in line):
                    _take(authority, line, segment, offset)
                previous = sha256(line).hexdigest().encode("ascii")
                offset += len(line)
    return authority


def _take(authority: Authority, line: bytes, segment: int, offset: int) -> None:
    try:
        entry = decode(line, segment, offset)
    except DamagedLine as damage:
        raise ChainBroken(damage.height or 1, damage.reason) from None
    fault = authority.take(entry)
    if fault is not None:
        raise ForgedLine(entry.height, fault)


def _first_break(journal_folder: Path, relay_public: str | None) -> ChainBroken:
    """The place of the break: the slow walk names which of two neighbours was changed."""
    report = verify_chain(journal_folder, relay_public)
    return ChainBroken(report.broken_at or 1, report.reason or "a line does not carry the hash of the line before")
