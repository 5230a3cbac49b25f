"""Heights that were reached before, as the mark and the index remember them: a journal that ends lower was shortened.

Neither is written before the journal's sync, so no crash makes one of them lead; only deleting lines does. Whoever puts
an older journal back on purpose takes these two memories away as well.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.codec import read_frame
from mailbox_gui.core.journal.entry import ChainBroken, DamagedLine
from mailbox_gui.core.journal.segments import lines_before, list_segments, segment_path
from mailbox_gui.core.read_models import schema
from mailbox_gui.core.read_models.machine_errors import machine_errors
from mailbox_gui.core.read_models.trust import reached
from mailbox_gui.core.relay.finished_mark import height_in

_ADVICE: Final = (
    "lines at its end are gone; restore it from a backup, or, to go on without them, delete .relay/finished and "
    ".relay/index.sqlite3"
)


class ShortenedJournal(ChainBroken):
    """The journal ends before a height that had been reached: lines at its end were removed, or all of it."""

    def __init__(self, height: int, known: int) -> None:
        text = f"the journal ends at height {height}, but {known} had been reached: {_ADVICE}"
        super().__init__(height + 1, text)
        # No line says anything wrong: the text stands without the words for a place in the chain.
        self.args = (text,)


def require_not_shortened(office: PostOffice, height: int | None = None) -> None:
    """Raise ShortenedJournal when the journal, which ends at `height`, had been longer. Raises OSError.

    Without a `height` its last whole line is believed, so that this can be asked before anything is mended.
    """
    if height is None and (height := _last_height(office.journal)) is None:
        return
    known = max(height_in(office.finished) or 0, _height_of_index(office.index))
    if known > height:
        raise ShortenedJournal(height, known)


def _last_height(journal: Path) -> int | None:
    """The height of the last whole line, 0 where there is none; None when that line is damaged."""
    for segment in reversed(list_segments(journal)):
        path = segment_path(journal, segment)
        for line in lines_before(journal, segment, path.stat().st_size):
            if line.whole:
                try:
                    return read_frame(line.content).height
                except DamagedLine:
                    return None
    return 0


def _height_of_index(path: Path) -> int:
    """The height the index is at; 0 where there is none that can be asked: it will be built anew, and says nothing."""
    if path.is_symlink() or not path.is_file() or path.stat().st_size == 0:
        return 0
    try:
        with machine_errors(path), closing(schema.connect(path)) as connection:
            return reached(connection)[0] if schema.version_of(connection) == schema.VERSION else 0
    except (ValueError, sqlite3.DatabaseError):
        return 0
