"""The journal: every line of history in a table of any length, searched, with the message under it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QModelIndex, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from mailbox_gui.core.message.escape import visible
from mailbox_gui.core.message.query_notes import query_notes
from mailbox_gui.core.read_models.histogram import Tally
from mailbox_gui.window.models.chain_view import ChainView
from mailbox_gui.window.models.export_run import CancelledError, ExportRun
from mailbox_gui.window.models.histogram import range_text
from mailbox_gui.window.models.journal_row import JournalRow
from mailbox_gui.window.models.journal_table import JournalTableModel
from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.models.query_text import free_words
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.panes.journal_empty import JournalEmpty
from mailbox_gui.window.panes.journal_head import JournalHead
from mailbox_gui.window.panes.message_detail import MessageDetail
from mailbox_gui.window.panes.pane import Pane
from mailbox_gui.window.questions.journal import (
    JournalBars,
    JournalStart,
    chain_view,
    journal_bars,
    journal_more,
    journal_newer,
    journal_rows,
    journal_start,
)
from mailbox_gui.window.questions.journal_file import Format, write_result
from mailbox_gui.window.questions.messages import message_view
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.widgets.chips import KeyCap
from mailbox_gui.window.widgets.filter_chips import FilterChips
from mailbox_gui.window.widgets.histogram import Histogram
from mailbox_gui.window.widgets.journal_view import JournalView
from mailbox_gui.window.widgets.kept_splitter import KeptSplitter
from mailbox_gui.window.widgets.labels import ElidedLabel, label
from mailbox_gui.window.widgets.new_lines import NewLines
from mailbox_gui.window.widgets.verdict_counts import VerdictCounts
from mailbox_gui.window.width_class import WidthClass
from mailbox_gui.window.workbench import Workbench

SLOW_MS = 150
CHAIN_EVERY_MS = 30_000
# A longer history is verified when the owner asks: it takes a second for each million lines.
CHAIN_LINES = 200_000
# The histogram is counted anew at most so often, and for no more than a tenth of the time.
BARS_EVERY_MS = 2_000
_MOST_OF_TIME = 10


class JournalPane(Pane):
    """The key `journal:QUERY` shows what a query finds; `journal` shows every line."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._query = ""
        self._start: JournalStart | None = None
        self._complete = True
        self._model = JournalTableModel(self._fetch, self)
        self._table = JournalView(bench.theme, self._model)
        self._detail = MessageDetail(bench.theme)
        self._detail.hide()
        self._head = JournalHead(bench.theme)
        self._counts = VerdictCounts(bench.theme)
        self._chips = FilterChips(bench.theme, bench.clock, lambda: bench.searches.names, self._counts)
        self._bars = Histogram(bench.theme, bench.clock)
        self._bars_shown = True
        self._tally: Tally | None = None
        self._counted: QElapsedTimer | None = None
        self._counting: QElapsedTimer | None = None
        self._bars_cost = 0
        self._unseen = 0
        self._generation = 0
        self._wanted_height = 0
        self._width = WidthClass.WIDE
        self._chain_checked: QElapsedTimer | None = None
        self._chain_height = 0
        self._progress = QProgressBar(self)
        self._progress.setRange(0, 0)
        self._progress.setTextVisible(False)
        self._progress.setFixedHeight(2)
        self._empty = JournalEmpty(bench.theme)
        self._note = label("", fonts.sans(fonts.SECONDARY), "hold")
        self._note.setContentsMargins(16, 6, 16, 6)
        self._note.setWordWrap(True)
        self._note.hide()
        self._new = NewLines(bench.theme, self)
        self._selected = ElidedLabel("", fonts.sans(fonts.SECONDARY), "2")
        self._rows = label("", fonts.sans(fonts.SECONDARY), "2")
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(SLOW_MS)
        self._slow.timeout.connect(self._show_progress)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self._footer = self._hints()
        self._splitter = KeptSplitter(Qt.Orientation.Vertical, self._bench.sizes, "journal")
        top = QWidget()
        above = QVBoxLayout(top)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(0)
        above.addWidget(self._empty, 1)
        above.addWidget(self._table, 1)
        self._splitter.addWidget(top)
        self._splitter.addWidget(self._detail)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self._note, self._head, self._chips, self._bars):
            column.addWidget(widget)
        column.addWidget(self._splitter, 1)
        column.addWidget(self._footer)
        self._progress.hide()

    def _hints(self) -> QFrame:
        footer = QFrame()
        footer.setObjectName("SubtleFooter")
        footer.setFixedHeight(32)
        row = QHBoxLayout(footer)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        row.addWidget(self._selected)
        for key, words in (("Enter", "open"), ("Space", "preview"), ("Y", "copy id")):
            row.addWidget(KeyCap(self._bench.theme, key))
            row.addWidget(label(words, fonts.sans(fonts.SECONDARY), "2"))
            row.addSpacing(4)
        row.addStretch(1)
        row.addWidget(self._rows)
        return footer

    def _connect(self) -> None:
        self._table.selectionModel().currentRowChanged.connect(self._on_current)
        self._table.opened.connect(self._on_opened)
        self._table.previewed.connect(self._on_previewed)
        self._table.left.connect(self._on_left)
        self._table.scrolled.connect(self._show_rows)
        self._chips.edited.connect(self._on_edited)
        self._chips.words_asked.connect(self.search_asked)
        self._counts.edited.connect(self._on_edited)
        self._empty.edited.connect(self._on_edited)
        self._bars.chosen.connect(self._on_range)
        self._head.verify_asked.connect(self._verify)
        self._head.broken_asked.connect(self.open_height)
        self._head.export_asked.connect(self._on_export)
        self._head.bars.clicked.connect(self._toggle_bars)
        self._new.clicked.connect(self._to_newest)

    # what the window asks

    def open_key(self, key: str) -> None:
        query = key.partition(":")[2].strip()
        if query != self._query or self._start is None:
            self._query = query
            self._start = None
            self._tally = None
            self._counted = None
            self._counting = None
            self._bench.readers.forget("journal bars")
            self._chips.show_query(query)
            self._counts.show_inside(query, None)
            self._show_note()

    def refresh(self) -> None:
        now, query, start = self._bench.clock(), self._query, self._start
        if start is None:
            self._slow.start()
            self._head.count.setText("searching…" if query else "")
            self._bench.readers.ask(
                "journal", lambda source: journal_start(source, query, now), self._on_start, self._on_failed
            )
        else:
            newest = self._model.newest
            self._bench.readers.ask(
                "journal newer", lambda source: journal_newer(source, query, newest, now), self._on_newer
            )
            self._count_bars()
        self._check_chain()

    def _check_chain(self) -> None:
        """Apart from the reads, now and then, and not by itself for a history that takes seconds."""
        newest = self._model.newest
        due = self._chain_checked is None or (
            newest > self._chain_height and self._chain_checked.elapsed() > CHAIN_EVERY_MS
        )
        if due and 0 < newest <= CHAIN_LINES:
            self._verify()
        self._head.verify.setVisible(newest > CHAIN_LINES and not self._head.chain.isVisible())

    @Slot()
    def _verify(self) -> None:
        self._chain_checked = self._bench.stopwatch()
        self._chain_height = self._model.newest
        self._head.verify.setEnabled(False)
        checker, now = self._bench.checker, self._bench.clock()
        checker.ask("chain", lambda source: chain_view(source, checker.ending, now), self._on_chain, self._on_no_chain)

    def set_width_class(self, width: WidthClass) -> None:
        self._width = width
        self._table.set_width_class(width)
        self._head.set_width_class(width)
        self._counts.set_width_class(width)
        self._bars_shown = width is not WidthClass.NARROW
        self._bars.setVisible(self._bars_shown)
        self._detail.set_width_class(width)

    def regions(self) -> tuple[QWidget, ...]:
        return (self._chips.add, *self._bars.handles, self._table, self._detail.reader)

    def focus_main(self) -> None:
        self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    def commands(self) -> tuple[Command, ...]:
        return (
            Command("Next line", "J", lambda: self._table.step(1), also="↓"),
            Command("Previous line", "K", lambda: self._table.step(-1), also="↑"),
            Command("Copy the id", "Y", self._copy_id),
            Command("Show the exact text", "X", self._show_exact),
            Command("Go to the newest line", "", self._to_newest),
            Command("Export the result", "", self._head.ask_format),
            Command("Show or hide the histogram", "", self._toggle_bars),
            Command("Verify the chain", "", self._verify),
        )

    # answers

    def _on_start(self, start: JournalStart) -> None:
        self._slow.stop()
        self._progress.hide()
        if start.query != self._query:
            return
        self._start = start
        self._complete = start.complete
        self._generation += 1
        self._table.set_words(free_words(self._query))
        self._model.start(start.heights)
        self._unseen = 0
        self._new.show_count(0)
        self._count_bars()
        self._show_count()
        self._check_chain()
        empty = not len(start.heights)
        self._table.setVisible(not empty)
        if empty:
            self._empty.show_for(self._query)
            self._hide_detail()
        else:
            self._empty.hide()
            self._table.selectRow(0)
            self._ask_more()
        self._show_rows()
        if self._wanted_height:
            height, self._wanted_height = self._wanted_height, 0
            self._choose_height(height)

    def _on_failed(self, error: Exception) -> None:
        self._slow.stop()
        self._progress.hide()
        self._table.hide()
        self._empty.show_error(f"The journal cannot be read: {error}")

    def _ask_more(self) -> None:
        if not self._complete:
            query, before, now = self._query, self._model.oldest, self._bench.clock()
            self._bench.readers.ask(
                "journal more", lambda source: journal_more(source, query, before, now), self._on_more
            )

    def _on_more(self, more: tuple[str, Sequence[int], bool]) -> None:
        query, heights, complete = more
        if query == self._query and self._start is not None:
            self._complete = complete
            self._model.extend(heights)
            self._show_count()
            self._show_rows()
            self._ask_more()

    def _on_newer(self, newer: tuple[str, Sequence[int], int]) -> None:
        query, heights, total = newer
        if query != self._query or self._start is None:
            return
        if heights and not self._model.rowCount():
            self._start = None
            self.refresh()
            return
        bar = self._table.verticalScrollBar()
        at_top, before, came = bar.value() == 0, bar.value(), self._model.rowCount()
        self._model.prepend(heights)
        came = self._model.rowCount() - came
        if at_top:
            self._table.scrollToTop()
        elif came:
            # What is being read stays where it is.
            bar.setValue(before + came)
            self._unseen += came
            self._show_unseen()
        first, last = self._table.visible_rows()
        self._model.read_again(first, last)
        self._start = JournalStart(query, self._start.heights, total, self._start.milliseconds, self._complete)
        self._show_count()
        self._show_rows()

    def _on_chain(self, view: ChainView) -> None:
        self._head.verify.setEnabled(True)
        self._head.show_chain(view)

    def _on_no_chain(self, error: Exception) -> None:
        self._head.verify.setEnabled(True)
        self._head.show_chain(ChainView("chain not verified", "warning-circle-fill", "bad", str(error)))

    def _fetch(self, page: int, heights: Sequence[int]) -> None:
        now, generation = self._bench.clock(), self._generation

        def arrived(rows: Sequence[JournalRow]) -> None:
            # Pages are counted within one answer: those of the one before mean nothing in this one.
            if generation == self._generation:
                self._model.page_arrived(page, rows)
                self._show_selected()

        self._bench.readers.ask(
            f"journal page {page}",
            lambda source: journal_rows(source, heights, now),
            arrived,
            lambda _error: self._model.page_failed(page),
        )

    def _show_count(self) -> None:
        if self._start is None:
            return
        shown, total = self._model.rowCount(), self._start.total
        count = f"{grouped(shown)}{'' if self._complete else '+'}"
        if self._query:
            self._head.count.setText(f"showing {count} of {grouped(total)} · {self._start.milliseconds} ms")
        else:
            self._head.count.setText(f"{grouped(total)} lines")

    # the line under the cursor

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, _now: QModelIndex, _before: QModelIndex) -> None:
        self._show_selected()
        if self._detail.isVisible():
            self._read_detail()

    def _show_selected(self) -> None:
        height = self._model.height(self._table.currentIndex().row())
        self._selected.setText(f"#{grouped(height)} selected" if height else "")
        if self._detail.isVisible() and self._detail.view is None:
            self._read_detail()

    @Slot()
    def _show_rows(self) -> None:
        first, last = self._table.visible_rows()
        total = self._model.rowCount()
        shown = f"{grouped(first + 1)}\N{EN DASH}{grouped(last + 1)}"
        self._rows.setText(f"rows {shown} of {grouped(total)}" if total else "")
        if self._unseen and first < self._unseen:
            self._unseen = first
            self._show_unseen()

    @Slot()
    def _on_opened(self) -> None:
        if not self._detail.isVisible():
            self._on_previewed()
        self._detail.reader.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _on_previewed(self) -> None:
        if self._detail.isVisible():
            self._hide_detail()
            return
        self._detail.show()
        height = self._splitter.height()
        self._splitter.use_sizes(self._width, [height * 2 // 5, height - height * 2 // 5])
        self._table.scrollTo(self._table.currentIndex())
        self._read_detail()

    @Slot()
    def _on_left(self) -> None:
        """Esc closes the preview first, then the query."""
        if self._detail.isVisible():
            self._hide_detail()
        elif self._query:
            self.go_to.emit("journal")

    def _show_exact(self) -> None:
        if self._detail.isVisible():
            self._detail.toggle_exact()

    def _hide_detail(self) -> None:
        self._detail.hide()
        self._detail.show_nothing("")

    def _read_detail(self) -> None:
        line = self._model.line(self._table.currentIndex().row())
        if line is None:
            return
        if not line.key:
            self._detail.show_nothing(f"{line.topic}. {line.text}" if line.text else line.topic)
            return
        now, key = self._bench.clock(), line.key
        self._bench.readers.ask(
            "journal message", lambda source: message_view(source, key, now), self._on_view, self._on_unreadable
        )

    def _on_view(self, view: MessageView | None) -> None:
        if view is None:
            self._detail.show_nothing("The message cannot be found")
        else:
            self._detail.show_view(view)

    def _on_unreadable(self, error: Exception) -> None:
        self._detail.show_nothing(f"This message cannot be read: {error}")

    def _copy_id(self) -> None:
        line = self._model.line(self._table.currentIndex().row())
        if line is not None and line.key and not line.key.startswith("#"):
            QGuiApplication.clipboard().setText(line.key)
            self.said.emit(f"Copied {line.key}")

    @Slot(str)
    def _on_edited(self, text: str) -> None:
        self.go_to.emit(f"journal:{text}" if text else "journal")

    # the newest end

    def _show_unseen(self) -> None:
        self._new.show_count(self._unseen)
        self._place_over()

    @Slot()
    def _to_newest(self) -> None:
        self._table.scrollToTop()
        self._table.selectRow(0)
        self._unseen = 0
        self._new.show_count(0)
        self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(int)
    def open_height(self, height: int) -> None:
        """Show the line at a height among all lines, with the cursor on it."""
        self._wanted_height = height
        if self._query or self._start is None:
            self.go_to.emit("journal")
        else:
            self._wanted_height = 0
            self._choose_height(height)

    def _choose_height(self, height: int) -> None:
        """The cursor goes to a height, or as near to it as there are lines: the index ends before a damaged one."""
        row = self._model.row_of(min(max(height, self._model.oldest), self._model.newest))
        if row >= 0:
            self._table.selectRow(row)
            self._table.scrollTo(self._model.index(row, 0), self._table.ScrollHint.PositionAtCenter)
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    # the histogram

    def _count_bars(self) -> None:
        """Count anew where it is worth while; the bars that are shown stay until then."""
        due = self._counted is None or self._counted.elapsed() > max(BARS_EVERY_MS, _MOST_OF_TIME * self._bars_cost)
        if due and self._counting is None:
            self._counting = self._bench.stopwatch()
            self._ask_bars(None)

    def _ask_bars(self, so_far: Tally | None) -> None:
        query, now = self._query, self._bench.clock()
        self._bench.readers.ask(
            "journal bars",
            lambda source: journal_bars(source, query, now, so_far),
            self._on_bars,
            self._on_no_bars,
        )

    def _on_bars(self, bars: JournalBars) -> None:
        if bars.query != self._query:
            return
        # While the same query is counted anew, what was counted whole stays.
        if bars.view.complete or self._tally is None or self._tally.before is not None:
            self._bars.show_view(bars.view)
            self._counts.show_inside(self._query, bars.view.inside if bars.view.complete else None)
            self._tally = bars.tally
        if bars.view.complete:
            self._bars_ended()
        else:
            self._ask_bars(bars.tally)

    def _on_no_bars(self, _error: Exception) -> None:
        self._bars_ended()

    def _bars_ended(self) -> None:
        if self._counting is not None:
            self._bars_cost = self._counting.elapsed()
        self._counting = None
        self._counted = self._bench.stopwatch()

    @Slot(int, int)
    def _on_range(self, first: int, beyond: int) -> None:
        text = range_text(self._query, self._bars.view, first, beyond)
        if text != self._query:
            self._on_edited(text)

    @Slot()
    def _toggle_bars(self) -> None:
        self._bars_shown = not self._bars_shown
        self._bars.setVisible(self._bars_shown)

    # the export

    @Slot(object)
    def _on_export(self, form: Format) -> None:
        name = "journal" if form is Format.EML else f"journal.{form.value}"
        options = QFileDialog.Option.DontConfirmOverwrite
        chosen, _ = QFileDialog.getSaveFileName(self, "Export the result", name, "", "", options)
        if chosen:
            self.export_to(Path(chosen), form)

    def export_to(self, target: Path, form: Format) -> None:
        """Write the result of the query that is shown, on a worker's thread."""
        run, now, query = ExportRun(), self._bench.clock(), self._query
        checker = self._bench.checker
        self._head.show_run(run)
        checker.ask(
            "journal file",
            lambda source: write_result(source, query, (target, form), now, run, checker.ending),
            lambda count: self._on_exported(f"{_of(count, form)} in {target}"),
            self._on_not_exported,
        )

    def _on_exported(self, sentence: str) -> None:
        self._head.show_run(None)
        self.said.emit(sentence)

    def _on_not_exported(self, error: Exception) -> None:
        given_up = isinstance(error, CancelledError)
        self._on_exported("The export was given up; nothing is left of it" if given_up else f"Not exported: {error}")

    # what lies over the pane, and what is said of the query

    def _show_note(self) -> None:
        notes = query_notes(self._query, (*self._bench.searches.names, "owner")) if self._query else ()
        self._note.setText(visible("; ".join(notes)))
        self._note.setVisible(bool(notes))

    @Slot()
    def _show_progress(self) -> None:
        self._place_over()
        self._progress.show()
        self._progress.raise_()

    def _place_over(self) -> None:
        head = self._head.geometry()
        self._progress.setGeometry(0, head.bottom() - 1, self.width(), 2)
        top = self._table.mapTo(self, self._table.rect().topLeft())
        self._new.place(top.x(), self._table.width(), top.y() + self._table.horizontalHeader().height() + 8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_over()


def _of(count: int, form: Format) -> str:
    if form in (Format.JSONL, Format.CSV):
        return f"{grouped(count)} {'line is' if count == 1 else 'lines are'}"
    return f"{grouped(count)} {'mail is' if count == 1 else 'mails are'}"


def grouped(number: int) -> str:
    """A number in groups of three, set apart by narrow blanks."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
