"""Writes what the journal's table shows into a file or folder that the owner named, in parts that can be given up."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from mailbox_gui.core.disk import Disk
from mailbox_gui.core.export.mail_files import export_eml, export_mbox
from mailbox_gui.core.export.result import Form, export_result
from mailbox_gui.core.message.query import parse_query
from mailbox_gui.core.read_models.journal_lines import last_height
from mailbox_gui.window.models.export_run import CancelledError, ExportRun
from mailbox_gui.window.questions.journal import journal_more
from mailbox_gui.window.questions.source import Source


class Format(StrEnum):
    """What the result is written as."""

    JSONL = "jsonl"
    CSV = "csv"
    MBOX = "mbox"
    EML = "eml"


def write_result(
    source: Source,
    text: str,
    to: tuple[Path, Format],
    now: datetime,
    run: ExportRun,
    ending: Callable[[], bool] = lambda: False,
) -> int:
    """How many lines or mails of the query's result were written; mail is what was delivered of it.

    Raises CancelledError, TargetTaken, ChainBroken, DamagedLine, OSError; nothing is left then.
    """
    target, form = to

    def progress(done: int, total: int) -> None:
        if ending():
            raise CancelledError
        run.progress(done, total)

    heights = _heights(source, text, now, run)
    match form:
        case Format.JSONL | Format.CSV:
            lines: Form = "jsonl" if form is Format.JSONL else "csv"
            where = (source.office, source.connection)
            return export_result(*where, heights, target, lines, disk=Disk(), progress=progress)
        case Format.MBOX:
            return export_mbox(source.office, target, disk=Disk(), progress=progress, wanted=frozenset(heights))
        case Format.EML:
            return export_eml(source.office, target, disk=Disk(), progress=progress, wanted=frozenset(heights))


def _heights(source: Source, text: str, now: datetime, run: ExportRun) -> Sequence[int]:
    """The whole result, newest first, in parts."""
    last = last_height(source.connection)
    if not parse_query(text).terms:
        return range(last, 0, -1)
    found, before = array("q"), last + 1
    complete = False
    while not complete:
        run.go_on()
        _, more, complete = journal_more(source, text, before, now)
        found.extend(more)
        before = found[-1] if found else 0
    return found
