"""The lines of the journal that a search found, as a file: to the letter (JSONL), or as a table (CSV)."""

from __future__ import annotations

import csv
import io
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.export.new_file import NewFile
from mailbox_gui.core.export.progress import Progress, silent
from mailbox_gui.core.folders.layout import PostOffice
from mailbox_gui.core.journal.codec import decode, read_frame
from mailbox_gui.core.journal.entry import DamagedLine, Entry, Place
from mailbox_gui.core.journal.records import Accepted, Decided, Held, Rejected
from mailbox_gui.core.journal.segments import segment_path
from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.moments import format_moment

Form = Literal["jsonl", "csv"]
COLUMNS: Final = (
    "height", "at", "type", "id", "from", "to", "kind", "topic", "requires", "ref", "due", "check", "reason",
    "author", "session", "size", "sha256",
)  # fmt: skip
_AT_ONCE: Final = 500
_DISAGREE: Final = "index and journal disagree about this line"
# What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection); a tab or a line end may hide one.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def export_result(
    office: PostOffice,
    connection: sqlite3.Connection,
    heights: Sequence[int],
    target: Path,
    form: Form,
    *,
    disk: Disk,
    progress: Progress = silent,
) -> int:
    """Write the lines at these heights, in the order of `heights`, to the new file `target`; how many.

    Whole or not at all: what `progress` raises ends it and leaves nothing. Lines of JSONL are the journal's own bytes.
    Raises TargetTaken, DamagedLine, OSError.
    """
    content = _table if form == "csv" else _lines
    progress(0, len(heights))
    done = 0
    with NewFile(disk, target) as file:
        if form == "csv":
            file.write(csv_row(COLUMNS))
        for written in content(office, connection, heights):
            file.write(written)
            done += 1
            if done % _AT_ONCE == 0:
                progress(done, len(heights))
        progress(done, len(heights))
        file.finish()
    return done


def csv_row(cells: Sequence[str]) -> bytes:
    """A row for spreadsheets: what would be a formula begins with an apostrophe, controls are made visible."""
    row = io.StringIO()
    csv.writer(row, lineterminator="\r\n").writerow(_cell(cell) for cell in cells)
    return row.getvalue().encode()


def _cell(text: str) -> str:
    guarded = f"'{text}" if text.lstrip(" \u00a0").startswith(_FORMULA) else text
    return visible(guarded)


def _places(connection: sqlite3.Connection, heights: Sequence[int]) -> Iterator[tuple[int, Place]]:
    for start in range(0, len(heights), _AT_ONCE):
        some = heights[start : start + _AT_ONCE]
        marks = ",".join("?" * len(some))
        found = {
            height: Place(segment, offset, length)
            for height, segment, offset, length in connection.execute(
                f"SELECT height, segment, offset, length FROM line WHERE height IN ({marks})",  # noqa: S608 - marks only
                list(some),
            )
        }
        for height in some:
            if height not in found:
                raise DamagedLine("the index does not know the line", height)
            yield height, found[height]


def _lines(office: PostOffice, connection: sqlite3.Connection, heights: Sequence[int]) -> Iterator[bytes]:
    for height, _place, content in _contents(office, connection, heights):
        if read_frame(content).height != height:
            raise DamagedLine(_DISAGREE, height)
        yield content


def _table(office: PostOffice, connection: sqlite3.Connection, heights: Sequence[int]) -> Iterator[bytes]:
    for height, place, content in _contents(office, connection, heights):
        entry = decode(content, place.segment, place.offset)
        if entry.height != height:
            raise DamagedLine(_DISAGREE, height)
        yield csv_row(_cells(entry))


def _contents(
    office: PostOffice, connection: sqlite3.Connection, heights: Sequence[int]
) -> Iterator[tuple[int, Place, bytes]]:
    """The bytes of the lines. A segment stays open as long as lines of it follow each other."""
    segment, file = 0, None
    try:
        for height, place in _places(connection, heights):
            if file is None or place.segment != segment:
                if file is not None:
                    file.close()
                segment, file = place.segment, segment_path(office.journal, place.segment).open("rb")
            file.seek(place.offset)
            content = file.read(place.length)
            if content.find(b"\n") != place.length - 1:
                raise DamagedLine("no line lies there", height)
            yield height, place, content
    except FileNotFoundError:
        raise DamagedLine("its segment is missing") from None
    finally:
        if file is not None:
            file.close()


def _cells(entry: Entry) -> tuple[str, ...]:
    record = entry.record
    start = (str(entry.height), format_moment(entry.at))
    match record:
        case Accepted() | Held() | Decided():
            signer = record.signer
            keys = (signer.author, signer.session) if signer is not None else ("", "")
            found = (record.id, record.folder, *_fields(record.header.get), "", "", *keys)
            return (*start, type(record).__name__.lower(), *found, str(record.size), record.sha256)
        case Rejected():
            named = (record.id or "", record.folder, *_fields((record.header or {}).get))
            judged = (record.check, record.reason, "", "", str(record.size), record.sha256 or "")
            return (*start, "rejected", *named, *judged)
        case _:
            word = getattr(record, "type", type(record).__name__.lower())
            return (*start, str(word), *[""] * (len(COLUMNS) - 3))


def _fields(get: Callable[[str, str], str]) -> tuple[str, ...]:
    return tuple(get(name, "") for name in ("to", "kind", "topic", "requires", "ref", "due"))
