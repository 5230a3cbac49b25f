"""The journal's lines as they are proved to follow each other: no export is ever made of a broken history."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from mailbox_gui.core.journal.chain import ChainWalk
from mailbox_gui.core.journal.entry import ChainBroken
from mailbox_gui.core.journal.segments import RawLine, lines_from, list_segments, segment_path

# What a line begins with (its height and moment come first) when it may hold the owner's word.
_OWNERS_TYPE: Final = re.compile(
    rb'\{"height":[0-9]+,"at":"[^"]{24}","type":"(?:rules|agent|delegated|revoked|resumed|decided)"'
)


def sound_lines(walk: ChainWalk) -> Iterator[RawLine]:
    """Every whole line of the journal that `walk` stands before. Raises ChainBroken at the first break, OSError.

    An append that the relay is just writing, or that was cut short, is left out.
    """
    segments = list_segments(walk.folder)
    if not segments:
        return
    yield from walk.along(lines_from(walk.folder, segments[0]))
    _require_unbroken(walk)
    if not os.path.exists(segment_path(walk.folder, segments[-1])):
        # Somebody took it away while the others were read.
        raise ChainBroken(walk.height + 1, "its segment is missing")


def _require_unbroken(walk: ChainWalk) -> None:
    """Raise ChainBroken where the walk found a break."""
    if walk.broken_at is not None:
        raise ChainBroken(walk.broken_at, walk.reason or "")


def has_owners_word(line: bytes) -> bool:
    """Whether a line is of a type that only the owner's word makes; nothing is parsed."""
    return _OWNERS_TYPE.match(line) is not None


def journal_bytes(folder: Path) -> int:
    """How long the journal is now, for who shows progress. Raises OSError."""
    return sum(path.stat().st_size for path in folder.glob("*.jsonl"))
