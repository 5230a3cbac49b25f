"""The owner's inbox: mail addressed to the owner that is not handled yet, read here and put away."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from mailbox_gui.window.models.inbox_contents import InboxContents
from mailbox_gui.window.models.list_items import ListItem, LoadingItem, SentenceItem, WaitingItem
from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.panes.archive_bar import ArchiveBar
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.panes.list_column import WIDTHS, ListColumn
from mailbox_gui.window.panes.pane import Pane
from mailbox_gui.window.panes.reading_column import ReadingColumn
from mailbox_gui.window.questions.messages import message_view
from mailbox_gui.window.questions.owner import inbox_contents
from mailbox_gui.window.width_class import WidthClass
from mailbox_gui.window.workbench import Workbench

LOADING_AFTER_MS = 150
_HINTS = ((("J", "K"), "next, previous"), (("E",), "archive"), (("/",), "search"))


class InboxPane(Pane):
    """Reading changes nothing: a message leaves the inbox when the owner archives it."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._contents: InboxContents | None = None
        self._newest_first = True
        self._going: set[str] = set()
        self._column = ListColumn(bench.theme, bench.clock, "Inbox", _HINTS)
        self._column.order.set_words("Newest first")
        self._column.order.set_icon("sort-descending")
        self._bar = ArchiveBar(bench.theme)
        self._reading = ReadingColumn(bench.theme, bench.clock, self._bar)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.addWidget(self._column)
        self._splitter.addWidget(self._reading)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.setStretchFactor(1, 1)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._splitter)
        self._loading = QTimer(self)
        self._loading.setSingleShot(True)
        self._loading.timeout.connect(self._show_loading)
        self._loading.start(LOADING_AFTER_MS)
        self._reading.show_nothing("")
        self._connect()

    def _connect(self) -> None:
        view = self._column.view
        view.chosen.connect(self._on_chosen)
        view.opened.connect(self._on_opened)
        view.paged.connect(self._reading.page_down)
        self._column.order.clicked.connect(self._on_order)
        self._bar.archived.connect(self._on_archive)
        self._bar.moved.connect(view.step)
        self._reading.thread_opened.connect(self._on_earlier)
        self._reading.why_asked.connect(self._on_why)
        self._reading.copied.connect(self._on_copied)

    def commands(self) -> tuple[Command, ...]:
        view = self._column.view
        return (
            Command("Next message", "J", lambda: view.step(1)),
            Command("Previous message", "K", lambda: view.step(-1)),
            Command("Archive", "E", self._on_archive),
            Command("Expand the thread", "T", self._reading.strip.toggle),
            Command("Copy the id", "Y", self._reading.head.copy_id),
        )

    def refresh(self) -> None:
        now = self._bench.clock()
        self._bench.readers.ask("inbox", lambda source: inbox_contents(source, now), self._on_contents, self._on_failed)

    def tick(self) -> None:
        self._reading.tick()

    def set_width_class(self, width: WidthClass) -> None:
        self._column.set_width_class(width)
        self._reading.set_width_class(width)
        self._bar.set_width_class(width)
        self._splitter.setSizes([WIDTHS[width], max(320, self.width() - WIDTHS[width])])

    def regions(self) -> tuple[QWidget, ...]:
        return (self._column.view, self._reading.reader)

    def focus_main(self) -> None:
        self._column.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_contents(self, contents: InboxContents) -> None:
        self._loading.stop()
        self._contents = contents
        self._going &= {row.key for row in contents.rows}
        self._show()
        row = self._column.view.current_row()
        if row is not None:
            self._ask_for(row.key)

    def _on_failed(self, error: Exception) -> None:
        self._loading.stop()
        self._column.model.replace([SentenceItem("The inbox cannot be read", str(error), "warning-circle")])

    @Slot()
    def _show_loading(self) -> None:
        if self._contents is None:
            self._column.model.replace([LoadingItem(place) for place in range(3)])

    def _show(self) -> None:
        if self._contents is None:
            return
        view = self._column.view
        row = view.current_row()
        place, key = view.currentIndex().row(), row.key if row else ""
        rows = [each for each in self._contents.rows if each.key not in self._going]
        if not self._newest_first:
            rows.reverse()
        items: list[ListItem] = [WaitingItem(each) for each in rows]
        if not items:
            items.append(SentenceItem("Your inbox is empty", "Archived mail is in the journal", "envelope-simple-open"))
        strange = "lies in the inbox but is no message of this post office"
        items += [SentenceItem(name, strange, "file-dotted") for name in self._contents.unknown]
        self._column.model.replace(items)
        self._column.count.setText(f"{len(rows)} unread" if rows else "")
        if not (key and view.choose(key)) and not view.choose_place(max(0, place)):
            self._reading.show_nothing("Your inbox is empty")
        self._show_place()

    def _show_place(self) -> None:
        rows = [item.row.key for item in self._column.model.items() if isinstance(item, WaitingItem)]
        row = self._column.view.current_row()
        self._bar.show_place(rows.index(row.key) + 1 if row is not None and row.key in rows else 0, len(rows))

    @Slot(str)
    def _on_chosen(self, key: str) -> None:
        self._show_place()
        if key:
            self._ask_for(key)

    def _ask_for(self, key: str) -> None:
        now = self._bench.clock()
        self._bench.readers.ask(
            "inbox message", lambda source: message_view(source, key, now), self._on_view, self._on_unreadable
        )

    def _on_view(self, view: MessageView | None) -> None:
        row = self._column.view.current_row()
        if view is not None and row is not None and view.row.key == row.key:
            self._reading.show_view(view)

    def _on_unreadable(self, error: Exception) -> None:
        self._reading.show_nothing(f"This message cannot be read: {error}")

    @Slot()
    def _on_archive(self) -> None:
        row = self._column.view.current_row()
        if row is None or row.key in self._going:
            return
        self._going.add(row.key)
        self._show()
        self._bench.owner.archive(row.key, self.refresh, lambda reason: self._on_not_archived(row.key, reason))

    def _on_not_archived(self, key: str, reason: str) -> None:
        self._going.discard(key)
        self._show()
        self.said.emit(f"Not archived: {reason}")

    @Slot(str)
    def _on_opened(self, _key: str) -> None:
        self._reading.reader.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def _on_earlier(self, key: str) -> None:
        now = self._bench.clock()
        self._bench.readers.ask(
            "earlier message",
            lambda source: message_view(source, key, now),
            self._on_earlier_view,
            lambda error: self.said.emit(f"This message cannot be read: {error}"),
        )

    def _on_earlier_view(self, view: MessageView | None) -> None:
        if view is not None:
            self._reading.show_earlier(view)

    @Slot(str)
    def _on_why(self, key: str) -> None:
        self.go_to.emit(f"journal:id:{key}")

    @Slot(str)
    def _on_copied(self, text: str) -> None:
        self.said.emit(f"Copied {text}")

    @Slot()
    def _on_order(self) -> None:
        self._newest_first = not self._newest_first
        self._column.order.set_words("Newest first" if self._newest_first else "Oldest first")
        self._column.order.set_icon("sort-descending" if self._newest_first else "sort-ascending")
        self._show()
