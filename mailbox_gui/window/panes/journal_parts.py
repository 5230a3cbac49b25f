"""The widgets of the journal and their places; what they do together is the pane's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from mailbox_gui.window.models.journal_table import JournalTableModel
from mailbox_gui.window.panes.journal_chain import JournalChain
from mailbox_gui.window.panes.journal_counting import JournalCounting
from mailbox_gui.window.panes.journal_empty import JournalEmpty
from mailbox_gui.window.panes.journal_export import JournalExport
from mailbox_gui.window.panes.journal_foot import JournalFoot
from mailbox_gui.window.panes.journal_head import JournalHead
from mailbox_gui.window.panes.message_detail import MessageDetail
from mailbox_gui.window.panes.pane import Pane
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.widgets.filter_chips import FilterChips
from mailbox_gui.window.widgets.histogram import Histogram
from mailbox_gui.window.widgets.journal_view import JournalView
from mailbox_gui.window.widgets.kept_splitter import KeptSplitter
from mailbox_gui.window.widgets.labels import label
from mailbox_gui.window.widgets.new_lines import NewLines
from mailbox_gui.window.widgets.verdict_counts import VerdictCounts
from mailbox_gui.window.workbench import Workbench


class JournalParts(Pane):
    """`fetch` asks for a page of rows; `_query` is what the journal shows."""

    def __init__(
        self, bench: Workbench, fetch: Callable[[int, Sequence[int]], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._bench = bench
        self._query = ""
        self._model = JournalTableModel(fetch, self)
        self._table = JournalView(bench.theme, self._model)
        self._detail = MessageDetail(bench.theme)
        self._detail.hide()
        self._head = JournalHead(bench.theme)
        self._counts = VerdictCounts(bench.theme)
        self._chips = FilterChips(bench.theme, bench.clock, lambda: bench.searches.names, self._counts)
        self._bars = Histogram(bench.theme, bench.clock)
        self._bars_shown = True
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
        self._foot = JournalFoot(bench.theme)
        self._counting = JournalCounting(bench, self._bars, self._counts, self)
        self._chain = JournalChain(bench, self._head, self)
        self._export = JournalExport(bench, self._head, lambda: self._query, self)
        self._lay_out()

    def _lay_out(self) -> None:
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
        column.addWidget(self._foot)
        self._progress.hide()
