"""The journal: every line of history in a table of any length, searched, with the message under it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, QModelIndex, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from mailbox_gui.window.models.chain_view import ChainView
from mailbox_gui.window.models.journal_row import JournalRow
from mailbox_gui.window.models.journal_table import JournalTableModel
from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.models.query_text import free_words
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.panes.message_detail import MessageDetail
from mailbox_gui.window.panes.pane import Pane
from mailbox_gui.window.questions.journal import (
    JournalStart,
    chain_view,
    journal_more,
    journal_newer,
    journal_rows,
    journal_start,
)
from mailbox_gui.window.questions.messages import message_view
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.widgets.buttons import Button
from mailbox_gui.window.widgets.chips import KeyCap, Pill
from mailbox_gui.window.widgets.filter_chips import FilterChips
from mailbox_gui.window.widgets.journal_view import JournalView
from mailbox_gui.window.widgets.kept_splitter import KeptSplitter
from mailbox_gui.window.widgets.labels import ElidedLabel, label
from mailbox_gui.window.width_class import WidthClass
from mailbox_gui.window.workbench import Workbench

SLOW_MS = 150
CHAIN_EVERY_MS = 30_000
# A longer history is verified when the owner asks: it takes a second for each million lines.
CHAIN_LINES = 200_000


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
        self._chips = FilterChips(bench.theme)
        self._count = label("", fonts.sans(), "2")
        self._chain = Pill(bench.theme, height=28)
        self._chain.hide()
        self._width = WidthClass.WIDE
        self._chain_checked: QElapsedTimer | None = None
        self._chain_height = 0
        self._verify_button = Button(bench.theme, "Verify the chain", icon="shield-check", small=True)
        self._verify_button.hide()
        self._verify_button.clicked.connect(self._verify)
        self._progress = QProgressBar()
        self._progress.setRange(0, 0)
        self._progress.setTextVisible(False)
        self._progress.setFixedHeight(2)
        self._nothing = label("", fonts.sans(), "3")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.hide()
        self._selected = ElidedLabel("", fonts.sans(fonts.SECONDARY), "2")
        self._rows = label("", fonts.sans(fonts.SECONDARY), "2")
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(SLOW_MS)
        self._slow.timeout.connect(self._progress.show)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        header = QFrame()
        header.setObjectName("PaneHeader")
        header.setFixedHeight(48)
        head = QHBoxLayout(header)
        head.setContentsMargins(16, 0, 16, 0)
        head.setSpacing(12)
        head.addWidget(label("Journal", fonts.sans(fonts.TITLE, fonts.SEMIBOLD)))
        head.addWidget(self._count)
        head.addStretch(1)
        head.addWidget(self._verify_button)
        head.addWidget(self._chain)
        self._footer = self._hints()
        self._splitter = KeptSplitter(Qt.Orientation.Vertical, self._bench.sizes, "journal")
        top = QWidget()
        above = QVBoxLayout(top)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(0)
        above.addWidget(self._nothing, 1)
        above.addWidget(self._table, 1)
        self._splitter.addWidget(top)
        self._splitter.addWidget(self._detail)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (header, self._chips, self._progress):
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

    # what the window asks

    def open_key(self, key: str) -> None:
        query = key.partition(":")[2].strip()
        if query != self._query or self._start is None:
            self._query = query
            self._start = None
            self._chips.show_query(query)
            self._table.set_words(free_words(query))

    def refresh(self) -> None:
        now, query, start = self._bench.clock(), self._query, self._start
        if start is None:
            self._slow.start()
            self._count.setText("searching…" if query else "")
            self._bench.readers.ask(
                "journal", lambda source: journal_start(source, query, now), self._on_start, self._on_failed
            )
        else:
            newest = self._model.newest
            self._bench.readers.ask(
                "journal newer", lambda source: journal_newer(source, query, newest, now), self._on_newer
            )
        self._check_chain()

    def _check_chain(self) -> None:
        """Apart from the reads, now and then, and not by itself for a history that takes seconds."""
        newest = self._model.newest
        due = self._chain_checked is None or (
            newest > self._chain_height and self._chain_checked.elapsed() > CHAIN_EVERY_MS
        )
        if due and 0 < newest <= CHAIN_LINES:
            self._verify()
        self._verify_button.setVisible(newest > CHAIN_LINES and not self._chain.isVisible())

    @Slot()
    def _verify(self) -> None:
        self._chain_checked = self._bench.stopwatch()
        self._chain_height = self._model.newest
        self._verify_button.setEnabled(False)
        checker = self._bench.checker
        checker.ask("chain", lambda source: chain_view(source, checker.ending), self._on_chain, self._on_no_chain)

    def set_width_class(self, width: WidthClass) -> None:
        self._width = width
        self._table.set_width_class(width)
        self._detail.set_width_class(width)

    def regions(self) -> tuple[QWidget, ...]:
        return (self._table, self._detail.reader)

    def focus_main(self) -> None:
        self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    def commands(self) -> tuple[Command, ...]:
        return (
            Command("Next line", "J", lambda: self._table.step(1), also="↓"),
            Command("Previous line", "K", lambda: self._table.step(-1), also="↑"),
            Command("Copy the id", "Y", self._copy_id),
        )

    # answers

    def _on_start(self, start: JournalStart) -> None:
        self._slow.stop()
        self._progress.hide()
        if start.query != self._query:
            return
        self._start = start
        self._complete = start.complete
        self._model.start(start.heights)
        self._show_count()
        self._check_chain()
        empty = not len(start.heights)
        self._nothing.setVisible(empty)
        self._table.setVisible(not empty)
        if empty:
            self._nothing.setText("Nothing in the journal matches" if self._query else "The journal is empty")
            self._hide_detail()
        else:
            self._table.selectRow(0)
            self._ask_more()
        self._show_rows()

    def _on_failed(self, error: Exception) -> None:
        self._slow.stop()
        self._progress.hide()
        self._table.hide()
        self._nothing.setText(f"The journal cannot be read: {error}")
        self._nothing.show()

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
        at_top = self._table.verticalScrollBar().value() == 0
        self._model.prepend(heights)
        if at_top:
            self._table.scrollToTop()
        first, last = self._table.visible_rows()
        self._model.read_again(first, last)
        self._start = JournalStart(query, self._start.heights, total, self._start.milliseconds, self._complete)
        self._show_count()
        self._show_rows()

    def _on_chain(self, view: ChainView) -> None:
        self._verify_button.hide()
        self._verify_button.setEnabled(True)
        self._chain.show_words(view.words, view.icon, view.tone)

    def _on_no_chain(self, error: Exception) -> None:
        self._verify_button.setEnabled(True)
        self._chain.show_words(f"chain not verified: {error}", "warning-circle-fill", "bad")

    def _fetch(self, page: int, heights: Sequence[int]) -> None:
        now, query = self._bench.clock(), self._query

        def arrived(rows: Sequence[JournalRow]) -> None:
            if query == self._query:
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
            self._count.setText(f"showing {count} of {grouped(total)} · {self._start.milliseconds} ms")
        else:
            self._count.setText(f"{grouped(total)} lines")

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


def grouped(number: int) -> str:
    """A number in groups of three, set apart by narrow blanks."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
