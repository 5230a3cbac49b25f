"""The journal: every line of history in a table of any length, searched, with the message under it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QWidget

from mailbox_gui.window.models.histogram import range_text
from mailbox_gui.window.models.journal_row import JournalRow
from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.models.query_text import free_words
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.panes.journal_foot import grouped
from mailbox_gui.window.panes.journal_parts import JournalParts
from mailbox_gui.window.questions.journal import (
    JournalStart,
    journal_more,
    journal_newer,
    journal_rows,
    journal_start,
)
from mailbox_gui.window.questions.messages import message_view
from mailbox_gui.window.width_class import WidthClass
from mailbox_gui.window.workbench import Workbench

SLOW_MS = 150


class JournalPane(JournalParts):
    """The key `journal:QUERY` shows what a query finds; `journal` shows every line."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, self._fetch, parent)
        self._start: JournalStart | None = None
        self._complete = True
        self._unseen = 0
        self._generation = 0
        self._wanted_height = 0
        self._width = WidthClass.WIDE
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(SLOW_MS)
        self._slow.timeout.connect(self._show_progress)
        self._connect()

    def _connect(self) -> None:
        self._table.selectionModel().currentRowChanged.connect(self._on_current)
        self._table.opened.connect(self._on_opened)
        self._table.previewed.connect(self.preview)
        self._table.left.connect(self._on_left)
        self._table.scrolled.connect(self._show_rows)
        self._chips.edited.connect(self._on_edited)
        self._chips.words_asked.connect(self.search_asked)
        self._counts.edited.connect(self._on_edited)
        self._empty.edited.connect(self._on_edited)
        self._bars.chosen.connect(self._on_range)
        self._head.broken_asked.connect(self.open_height)
        self._export.said.connect(self.said)
        self._head.bars.clicked.connect(self._toggle_bars)
        self._new.clicked.connect(self._to_newest)

    # what the window asks

    def open_key(self, key: str) -> None:
        query = key.partition(":")[2].strip()
        if query != self._query or self._start is None:
            self._query = query
            self._start = None
            self._chips.show_query(query)
            self._counting.take(query)

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
            self._counting.count()
        self._chain.look(self._model.newest)

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
            Command("Show the exact text", "X", self.show_exact),
            Command("Go to the newest line", "", self._to_newest),
            Command("Export the result", "", self._head.ask_format),
            Command("Show or hide the histogram", "", self._toggle_bars),
            Command("Verify the chain", "", self._chain.verify),
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
        self._counting.count()
        self._show_count()
        self._chain.look(self._model.newest)
        empty = not len(start.heights)
        self._table.setVisible(not empty)
        if empty:
            self._empty.show_for(self._query)
            self._hide_detail()
            self._show_selected()
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
        self._foot.show_height(height)
        if self._detail.isVisible() and self._detail.view is None:
            self._read_detail()

    @Slot()
    def _show_rows(self) -> None:
        first, last = self._table.visible_rows()
        self._foot.show_rows(first, last, self._model.rowCount())
        if self._unseen and first < self._unseen:
            self._unseen = first
            self._show_unseen()

    @Slot()
    def _on_opened(self) -> None:
        if not self._detail.isVisible():
            self.preview()
        self._detail.reader.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def preview(self) -> None:
        """Open the message under the cursor below the table, or close it."""
        if self._detail.isVisible():
            self._hide_detail()
            return
        self._detail.show()
        if self._width is WidthClass.NARROW:
            self._bars_shown = False
            self._bars.hide()
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

    def show_exact(self) -> None:
        """The opened message to the letter, or as Markdown again."""
        if self._detail.isVisible():
            self._detail.toggle_exact()

    def _hide_detail(self) -> None:
        self._detail.hide()
        self._detail.show_nothing("")

    def _read_detail(self) -> None:
        line = self._model.line(self._table.currentIndex().row())
        if line is None:
            # It is read when it has come; until then no other message stands in its place.
            self._detail.show_nothing("")
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

    @Slot(int, int)
    def _on_range(self, first: int, beyond: int) -> None:
        text = range_text(self._query, self._bars.view, first, beyond)
        if text != self._query:
            self._on_edited(text)

    @Slot()
    def _toggle_bars(self) -> None:
        self._bars_shown = not self._bars_shown
        self._bars.setVisible(self._bars_shown)

    # what lies over the pane, and what is said of the query

    @Slot(str)
    def show_note(self, sentence: str) -> None:
        """What of the query cannot be meant as it stands, in one line; empty hides it."""
        self._note.setText(sentence)
        self._note.setVisible(bool(sentence))

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
