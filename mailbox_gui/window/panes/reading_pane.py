"""What queue and inbox are both: a list at the left, the chosen message at the right, and what stands below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mailbox_gui.window.models.list_items import LoadingItem, SentenceItem, WaitingItem
from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.panes.list_column import WIDTHS, ListColumn
from mailbox_gui.window.panes.pane import Pane
from mailbox_gui.window.panes.reading_column import ReadingColumn
from mailbox_gui.window.questions.messages import message_view
from mailbox_gui.window.widgets.kept_splitter import KeptSplitter
from mailbox_gui.window.width_class import WidthClass
from mailbox_gui.window.workbench import Workbench

LOADING_AFTER_MS = 150


class ReadingPane(Pane):
    """A pane of this kind fills the list in `show_list` and takes the message in `take_view`."""

    def __init__(
        self,
        bench: Workbench,
        title: str,
        hints: Sequence[tuple[Sequence[str], str]],
        below: QWidget,
        parent: QWidget | None = None,
        *,
        newest_first: bool = False,
    ) -> None:
        super().__init__(parent)
        self._bench = bench
        self._title = title
        self._newest_first = newest_first
        self._wanted = ""
        self._column = ListColumn(bench.theme, bench.clock, title, hints)
        self._reading = ReadingColumn(bench.theme, bench.clock, below)
        self._splitter = KeptSplitter(Qt.Orientation.Horizontal, bench.sizes, title.lower())
        self._splitter.addWidget(self._column)
        self._splitter.addWidget(self._reading)
        self._splitter.setStretchFactor(1, 1)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._splitter)
        self._loading = QTimer(self)
        self._loading.setSingleShot(True)
        self._loading.timeout.connect(self._show_loading)
        self._loading.start(LOADING_AFTER_MS)
        self._column.show_order(newest_first=newest_first)
        self._reading.show_nothing("")
        view = self._column.view
        view.chosen.connect(self._on_chosen)
        view.opened.connect(self._on_opened)
        view.paged.connect(self._reading.page_down)
        self._column.order.clicked.connect(self._on_order)
        self._reading.thread_opened.connect(self._on_earlier)
        self._reading.why_asked.connect(self._on_why)
        self._reading.copied.connect(self._on_copied)

    # what a pane of this kind does its own way

    def show_list(self) -> None:
        """Fill the list from what was read."""
        raise NotImplementedError

    def take_view(self, view: MessageView) -> None:
        """Show the message under the cursor."""
        self._reading.show_view(view)

    def before_nothing(self) -> None:
        """The message goes away and none takes its place."""

    def order_changed(self) -> None:
        """The owner turned the order round."""
        self.show_list()

    # what the window asks

    def open_key(self, key: str) -> None:
        self._wanted = key.partition(":")[2]

    def reading_commands(self) -> tuple[Command, ...]:
        """The keys that go through the list and read; a pane adds what it does to a message."""
        view = self._column.view
        return (
            Command("Next message", "J", lambda: view.step(1), also="↓"),
            Command("Previous message", "K", lambda: view.step(-1), also="↑"),
            Command("Expand the thread", "T", self._reading.strip.toggle),
            Command("Copy the id", "Y", self._reading.head.copy_id),
            Command("Show the exact text", "X", self._reading.toggle_exact),
        )

    def tick(self) -> None:
        self._reading.tick()
        self._column.view.viewport().update()

    def set_width_class(self, width: WidthClass) -> None:
        self._column.set_width_class(width)
        self._reading.set_width_class(width)
        self._splitter.use_sizes(width, [WIDTHS[width], max(320, self.width() - WIDTHS[width])])

    def regions(self) -> tuple[QWidget, ...]:
        return (self._column.view, self._reading.reader)

    def focus_main(self) -> None:
        self._column.view.setFocus(Qt.FocusReason.OtherFocusReason)

    # the list

    def _on_failed(self, error: Exception) -> None:
        self._loading.stop()
        name = self._title.lower()
        self._column.model.replace([SentenceItem(f"The {name} cannot be read", str(error), "warning-circle")])

    @Slot()
    def _show_loading(self) -> None:
        if not self._column.model.rowCount():
            self._column.model.replace([LoadingItem(place) for place in range(3)])

    def _waiting_place(self) -> tuple[int, int]:
        """Which of how many the message under the cursor is, from 1; 0 where it is none of them."""
        keys = [item.row.key for item in self._column.model.items() if isinstance(item, WaitingItem)]
        row = self._column.view.current_row()
        return (keys.index(row.key) + 1 if row is not None and row.key in keys else 0, len(keys))

    @Slot()
    def _on_order(self) -> None:
        self._newest_first = not self._newest_first
        self._column.show_order(newest_first=self._newest_first)
        self.order_changed()

    # the message

    @Slot(str)
    def _on_chosen(self, key: str) -> None:
        if key:
            self._ask_for(key)

    def _read_current(self) -> None:
        """Read the message under the cursor; the one that was asked for by its id comes first, if it is here."""
        wanted, self._wanted = self._wanted, ""
        if wanted and not self._column.view.choose(wanted) and self.isVisible():
            # It was handled meanwhile: the journal has it, and what became of it.
            self.go_to.emit(f"journal:id:{wanted}")
            return
        row = self._column.view.current_row()
        if row is not None:
            self._ask_for(row.key)

    def _ask_for(self, key: str) -> None:
        now, name = self._bench.clock(), f"{self._title.lower()} message"
        self._bench.readers.ask(name, lambda source: message_view(source, key, now), self._on_view, self._on_unreadable)

    def _on_view(self, view: MessageView | None) -> None:
        row = self._column.view.current_row()
        if view is not None and row is not None and view.row.key == row.key:
            self.take_view(view)

    def _on_unreadable(self, error: Exception) -> None:
        self.before_nothing()
        self._reading.show_nothing(f"This message cannot be read: {error}")

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
