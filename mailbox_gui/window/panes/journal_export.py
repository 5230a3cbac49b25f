"""The export of what the journal shows, from the question where to, to the sentence that says what came of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from mailbox_gui.window.models.export_run import CancelledError, ExportRun
from mailbox_gui.window.panes.journal_head import JournalHead
from mailbox_gui.window.questions.journal_file import Format, write_result
from mailbox_gui.window.workbench import Workbench


class JournalExport(QObject):
    """One export at a time, on a worker's thread; `said` tells how it ended."""

    said = Signal(str)

    def __init__(self, bench: Workbench, head: JournalHead, query: Callable[[], str], over: QWidget) -> None:
        super().__init__(over)
        self._bench, self._head, self._query, self._over = bench, head, query, over
        head.export_asked.connect(self._on_asked)

    @Slot(object)
    def _on_asked(self, form: Format) -> None:
        name = "journal" if form is Format.EML else f"journal.{form.value}"
        # Nothing is ever written over; that a name is taken is said by the export.
        options = QFileDialog.Option.DontConfirmOverwrite
        chosen, _ = QFileDialog.getSaveFileName(self._over, "Export the result", name, "", "", options)
        if chosen:
            self.write(Path(chosen), form)

    def write(self, target: Path, form: Format) -> None:
        """Write the result of the query that is shown."""
        run, now, query = ExportRun(), self._bench.clock(), self._query()
        checker = self._bench.checker
        self._head.show_run(run)
        checker.ask(
            "journal file",
            lambda source: write_result(source, query, (target, form), now, run, checker.ending),
            lambda count: self._end(f"{_of(count, form)} in {target}"),
            self._on_failed,
        )

    def _on_failed(self, error: Exception) -> None:
        given_up = isinstance(error, CancelledError)
        self._end("The export was given up; nothing is left of it" if given_up else f"Not exported: {error}")

    def _end(self, sentence: str) -> None:
        self._head.show_run(None)
        self.said.emit(sentence)


def _of(count: int, form: Format) -> str:
    if form in (Format.JSONL, Format.CSV):
        return f"{count:,} {'line is' if count == 1 else 'lines are'}"
    return f"{count:,} {'mail is' if count == 1 else 'mails are'}"
