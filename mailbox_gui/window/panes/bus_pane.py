"""The bus: its ring, counters and topics at the left, the table of posts at the right, one post below."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from mailbox_gui.window.models.bus_table import BusTableModel
from mailbox_gui.window.models.bus_view import BusFilter, BusRow, BusTrouble, BusView, summary
from mailbox_gui.window.models.relay_view import RelayView
from mailbox_gui.window.panes.bus_detail import BusDetail
from mailbox_gui.window.panes.bus_head import BusHead
from mailbox_gui.window.panes.bus_side import BusSide
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.panes.pane import Pane
from mailbox_gui.window.questions.bus import BusReading
from mailbox_gui.window.theme import fonts
from mailbox_gui.window.theme.topic_marks import TopicMarks
from mailbox_gui.window.widgets.banner import Banner
from mailbox_gui.window.widgets.bus_counters import BusCounters
from mailbox_gui.window.widgets.bus_strip import BusStrip
from mailbox_gui.window.widgets.bus_table_view import BusTableView
from mailbox_gui.window.widgets.kept_splitter import KeptSplitter
from mailbox_gui.window.widgets.labels import label
from mailbox_gui.window.width_class import WidthClass
from mailbox_gui.window.workbench import Workbench

EMPTY = "Nothing yet"
NO_MATCH = "No post matches the filter"
_DETAIL = {WidthClass.WIDE: 172, WidthClass.MIDDLE: 172, WidthClass.NARROW: 150}


class BusPane(Pane):
    """The key `bus`. It follows the ring until it is paused; then it holds what was seen, and counts what came."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._reading = BusReading()
        self._mark: tuple[int, ...] = ()
        self._marks = TopicMarks()
        self._shown = BusView()
        self._newest = BusView()
        self._paused = False
        self._trouble = False
        self._runs = True
        self._read = False
        self._filter = BusFilter()
        self._selected = 0
        self._choosing = False
        self._width = WidthClass.WIDE
        theme = bench.theme
        self.head = BusHead(theme)
        self.banner = Banner(theme)
        self.side = BusSide(theme, self._marks)
        self.strip = BusStrip(theme, self._marks)
        self.line = BusCounters(theme)
        self.line.set_line(True)
        self.model = BusTableModel(bench.clock, self)
        self.table = BusTableView(theme, self._marks, self.model)
        self.detail = BusDetail(theme, self._marks)
        self.nothing: QLabel = label(EMPTY, fonts.sans(), "2")
        self._lay_out()
        self._connect()
        self.set_width_class(WidthClass.WIDE)
        self._show_all()

    def _lay_out(self) -> None:
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._posts = QStackedWidget()
        self._posts.addWidget(self.table)
        self._posts.addWidget(self.nothing)
        self._small = QWidget()
        small = QVBoxLayout(self._small)
        small.setContentsMargins(16, 6, 16, 6)
        small.setSpacing(4)
        small.addWidget(self.strip)
        small.addWidget(self.line)
        self._split = KeptSplitter(Qt.Orientation.Vertical, self._bench.sizes, "bus")
        self._split.addWidget(self._posts)
        self._split.addWidget(self.detail)
        self._split.setStretchFactor(0, 1)
        self._split.setStretchFactor(1, 0)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._small)
        right.addWidget(self._split, 1)
        self._rule = QFrame()
        self._rule.setObjectName("VerticalRule")
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self.side)
        row.addWidget(self._rule)
        row.addLayout(right, 1)
        warned = QVBoxLayout()
        warned.setContentsMargins(16, 8, 16, 8)
        warned.addWidget(self.banner)
        self._warning = QWidget()
        self._warning.setLayout(warned)
        self._warning.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self._warning)
        column.addLayout(row, 1)

    def _connect(self) -> None:
        self.head.pause_asked.connect(self.toggle_pause)
        self.head.topics_changed.connect(self._on_topics)
        self.head.field.textChanged.connect(self._on_words)
        self.head.field.left.connect(self.focus_main)
        self.side.topics.changed.connect(self._on_topics)
        self.side.ring.chosen.connect(self.choose)
        self.strip.chosen.connect(self.choose)
        self.table.selectionModel().currentRowChanged.connect(self._on_current)
        self.table.opened.connect(self._on_opened)
        self.table.left.connect(self._on_left)
        self.detail.opened.connect(self._on_message)

    # what the window asks

    def commands(self) -> tuple[Command, ...]:
        return (
            Command("Next post", "J", lambda: self.table.step(1), also="↓"),
            Command("Previous post", "K", lambda: self.table.step(-1), also="↑"),
            Command("Filter by words", "/", self._focus_filter),
            Command("Pause, or go on", "P", self.toggle_pause, also="Space"),
            Command("Copy the post", "Y", self._copy),
            Command("Show all topics", "", partial(self._on_topics, frozenset())),
        )

    def refresh(self) -> None:
        mark, now = self._mark, self._bench.clock()
        self._bench.readers.ask(
            "bus", lambda source: self._reading.view(source, mark, now), self._on_view, self._on_failed
        )

    def show_relay(self, view: RelayView) -> None:
        self._runs = view.elsewhere or view.state.phase in ("starting", "running")
        self._show_state()

    def tick(self) -> None:
        # Another process may be the relay: its posts are seen by the file alone, which the reader looks at.
        self.refresh()
        now = self._bench.clock()
        self.side.ring.tick(now)
        self.detail.tick(now)
        self._show_state()

    def set_width_class(self, width: WidthClass) -> None:
        self._width = width
        narrow = width is WidthClass.NARROW
        self.side.setVisible(not narrow)
        self._rule.setVisible(not narrow)
        self._small.setVisible(narrow)
        self.head.set_width_class(width)
        self.table.set_width_class(width)
        self._split.use_sizes(width, (10_000, _DETAIL[width]), by_share=True)

    def regions(self) -> tuple[QWidget, ...]:
        return (self.head.field, self.side.ring, self.strip, self.table, self.detail.body)

    def focus_main(self) -> None:
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Space:
                self.toggle_pause()
            case Qt.Key.Key_Escape:
                self._on_left()
            case _:
                super().keyPressEvent(event)

    # answers

    def _on_view(self, found: BusView | BusTrouble | None) -> None:
        match found:
            case None:
                return
            case BusTrouble():
                self._say_trouble(found)
            case BusView():
                self._read = True
                self._trouble = False
                self._warning.hide()
                self._mark = found.mark
                self._newest = found
                if not self._paused:
                    self._take(found)
        self._show_state()

    def _on_failed(self, error: Exception) -> None:
        advice = "What to do: look at the sentence above the views; `mailbox verify` checks the journal and the bus."
        self._say_trouble(BusTrouble("The bus cannot be read", f"{error}", advice))
        self._show_state()

    def _say_trouble(self, trouble: BusTrouble) -> None:
        """What was read last stays, and is said to be old."""
        stale = " What is shown below was read before." if self._shown.rows else ""
        self._mark = ()
        self._trouble = True
        self.banner.say(trouble.headline, trouble.sentence + stale, trouble.advice)
        self._warning.show()

    def _take(self, view: BusView) -> None:
        if view.rows == self._shown.rows and view.seen == self._shown.seen:
            return
        followed = self._follows()
        self._shown = view
        if followed and view.newest is not None:
            self._selected = self._first_shown(view)
        self._show_all()

    def _follows(self) -> bool:
        """Whether the cursor is on the newest post, or on none that is still held: then it goes along."""
        return not self._selected or self._selected == self._first_shown(self._shown)

    def _first_shown(self, view: BusView) -> int:
        return next((row.seq for row in view.rows if self._filter.shows(row)), 0)

    # showing

    def _show_all(self) -> None:
        view = self._shown
        self._marks.take(row.topic for row in reversed(view.rows))
        if view.row(self._selected) is None:
            self._selected = self._first_shown(view)
        self._choosing = True
        place = self.table.verticalScrollBar().value()
        self.model.show_rows(self._filter.sifted(view.rows))
        newest = view.newest
        self.table.set_newest(newest.seq if newest is not None else 0)
        row = self.model.row_of(self._selected)
        if row >= 0:
            self.table.selectRow(row)
        if row > 0:
            self.table.verticalScrollBar().setValue(place)
            self.table.scrollTo(self.model.index(row, 0))
        self._choosing = False
        topics = view.topics()
        self.side.topics.show_topics(topics, self._filter.without)
        self.head.show_topics([topic for topic, _ in topics], self._filter.without)
        now = self._bench.clock()
        for counters in (self.side.counters, self.line):
            counters.show_view(view, now)
        self.detail.setVisible(bool(view.rows))
        self.side.topics.setVisible(bool(view.rows))
        self.nothing.setText(NO_MATCH if view.rows else EMPTY)
        self._posts.setCurrentWidget(self.table if self.model.rows else self.nothing)
        self._show_selected()

    def _show_selected(self) -> None:
        now, row = self._bench.clock(), self._shown.row(self._selected)
        said = summary(self._shown, row, now)
        for slots in (self.side.ring, self.strip):
            slots.show_view(self._shown, self._filter, self._selected)
            slots.say(said)
        self.side.ring.tick(now)
        self.detail.show_row(row, now)

    def _show_state(self) -> None:
        new = self._newest.seen - self._shown.seen if self._paused else None
        self.head.show_state(self._shown.newest, self._bench.clock(), new=new, trouble=self._trouble, runs=self._runs)
        self.side.ring.say_empty("cannot be read" if self._trouble else EMPTY if self._read else "connecting…")

    # what the owner does

    @Slot()
    def toggle_pause(self) -> None:
        """Hold what is shown, or show what came meanwhile and follow again."""
        self._paused = not self._paused
        if not self._paused:
            self._take(self._newest)
        self._show_state()

    @Slot(int)
    def choose(self, seq: int) -> None:
        """The cursor goes to a post; one that the filter leaves out is shown below all the same."""
        self._selected = seq
        row = self.model.row_of(seq)
        if row >= 0:
            self.table.select(row)
        else:
            self._choosing = True
            self.table.setCurrentIndex(QModelIndex())
            self._choosing = False
        self._show_selected()

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, now: QModelIndex, _before: QModelIndex) -> None:
        row: BusRow | None = self.model.row(now.row())
        if not self._choosing and row is not None and row.seq != self._selected:
            self._selected = row.seq
            self._show_selected()

    @Slot(object)
    def _on_topics(self, without: frozenset[str]) -> None:
        self._filter = BusFilter(without, self._filter.words)
        self._show_all()

    @Slot(str)
    def _on_words(self, words: str) -> None:
        self._filter = BusFilter(self._filter.without, words)
        self._show_all()

    def _focus_filter(self) -> None:
        self.head.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.head.field.selectAll()

    @Slot()
    def _on_left(self) -> None:
        """Esc: nothing is left out any more."""
        if self._filter.sifts:
            self._filter = BusFilter()
            self.head.field.clear()
            self._show_all()

    @Slot()
    def _on_opened(self) -> None:
        row = self._shown.row(self._selected)
        if row is not None and row.message:
            self._on_message(row.message)
        else:
            self.detail.body.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def _on_message(self, message: str) -> None:
        self.go_to.emit(f"journal:id:{message}")

    def _copy(self) -> None:
        row = self._shown.row(self._selected)
        if row is not None:
            QGuiApplication.clipboard().setText(row.body)
            self.said.emit(f"Copied the body of post #{row.seq}")
