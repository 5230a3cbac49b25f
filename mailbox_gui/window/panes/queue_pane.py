"""The owner's queue: what waits for a decision, the message itself, and the keys that decide."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from mailbox_gui.window.decisions import Decision, Decisions, HeldMessage, Stage, Verb, said_of
from mailbox_gui.window.models.list_items import ListItem, LoadingItem, SentenceItem, WaitingItem
from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.models.queue_contents import QueueContents, QueueShape, queue_items
from mailbox_gui.window.panes.action_bar import ActionBar
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.panes.list_column import WIDTHS, ListColumn
from mailbox_gui.window.panes.pane import Pane
from mailbox_gui.window.panes.reading_column import ReadingColumn
from mailbox_gui.window.questions.messages import message_view
from mailbox_gui.window.questions.owner import queue_contents
from mailbox_gui.window.rest import Rest
from mailbox_gui.window.widgets.toast import Toast
from mailbox_gui.window.width_class import WidthClass
from mailbox_gui.window.workbench import Workbench

LOADING_AFTER_MS = 150
_HINTS = ((("J", "K"), "next, previous"), (("U",), "undo"), (("/",), "search"))


class QueuePane(Pane):
    """A decision key does nothing within half a second after the message under the cursor changed by itself."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._decisions: Decisions = bench.decisions
        self._contents: QueueContents | None = None
        self._shape = QueueShape()
        self._unfolded: bool | None = None
        self._drafts: dict[str, dict[Verb, str]] = {}
        self._rest = Rest(bench.guard_ms, self)
        self._column = ListColumn(bench.theme, bench.clock, "Queue", _HINTS)
        self._bar = ActionBar(bench.theme)
        self._reading = ReadingColumn(bench.theme, bench.clock, self._bar)
        self._toast = Toast(bench.theme, self._column)
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
        self._connect()
        self._loading.start(LOADING_AFTER_MS)
        self._reading.show_nothing("")

    def _connect(self) -> None:
        view = self._column.view
        view.chosen.connect(self._on_chosen)
        view.opened.connect(self._on_opened)
        view.paged.connect(self._reading.page_down)
        view.group_pressed.connect(self._on_group)
        self._column.order.clicked.connect(self._on_order)
        self._bar.decided.connect(self._on_decided)
        self._bar.moved.connect(view.step)
        self._bar.left.connect(self.focus_main)
        self._bar.passphrase_given.connect(self._on_passphrase)
        self._reading.thread_opened.connect(self._on_earlier)
        self._reading.why_asked.connect(self._on_why)
        self._reading.copied.connect(self._on_copied)
        self._toast.undone.connect(self._on_undo)
        self._toast.held.connect(self._decisions.hold_clocks)
        self._toast.released.connect(self._decisions.release_clocks)
        self._decisions.changed.connect(self._on_decisions)
        self._decisions.settled.connect(self._on_settled)
        self._rest.changed.connect(self._on_rest)
        self._bench.owner.lock_changed.connect(self._on_lock)
        self._on_lock()

    # what the window asks

    def commands(self) -> tuple[Command, ...]:
        view = self._column.view
        return (
            Command("Next message", "J", lambda: view.step(1)),
            Command("Previous message", "K", lambda: view.step(-1)),
            Command("Approve", "A", self._guarded(self._bar.approve_now)),
            Command("Decline…", "D", self._guarded(self._bar.begin_decline)),
            Command("Ask back…", "Q", self._guarded(self._bar.begin_ask)),
            Command("Note", "N", self._bar.open_note),
            Command("Undo the newest decision", "U", self._on_undo),
            Command("Undo the newest decision", "Ctrl+Z", self._on_undo),
            Command("Expand the thread", "T", self._reading.strip.toggle),
            Command("Copy the id", "Y", self._reading.head.copy_id),
        )

    def refresh(self) -> None:
        now = self._bench.clock()
        self._bench.readers.ask("queue", lambda source: queue_contents(source, now), self._on_contents, self._on_failed)

    def tick(self) -> None:
        self._reading.tick()
        self._column.view.viewport().update()
        if self._decisions.newest() is not None:
            self._show()

    def set_width_class(self, width: WidthClass) -> None:
        self._column.set_width_class(width)
        self._reading.set_width_class(width)
        self._bar.set_width_class(width)
        # In a small window the group is folded until the owner unfolds it.
        is_open = width is not WidthClass.NARROW if self._unfolded is None else self._unfolded
        self._shape = QueueShape(self._shape.newest_first, is_open)
        self._splitter.setSizes([WIDTHS[width], max(320, self.width() - WIDTHS[width])])
        self._show()

    def regions(self) -> tuple[QWidget, ...]:
        return (self._column.view, self._reading.reader, self._bar.note)

    def focus_main(self) -> None:
        self._column.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_toast()

    # readings

    @Slot(object)
    def _on_contents(self, contents: QueueContents) -> None:
        self._loading.stop()
        self._contents = contents
        self._show()
        self._read_current()

    def _on_failed(self, error: Exception) -> None:
        self._loading.stop()
        self._column.model.replace([SentenceItem("The queue cannot be read", str(error), "warning-circle")])

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
        was_waiting = isinstance(self._column.model.item(place), WaitingItem)
        items: list[ListItem] = queue_items(self._contents, self._shape, self._decisions.pending(), self._bench.clock())
        self._column.model.replace(items)
        waiting = sum(isinstance(item, WaitingItem) for item in items)
        self._column.count.setText(f"{waiting} waiting for you" if waiting else "")
        here = isinstance(self._column.model.item(self._column.model.place_of(key)), WaitingItem) if key else False
        if not key or (was_waiting and not here) or not view.choose(key):
            # The message was decided, here or elsewhere: on to the next that waits.
            self._choose_waiting(place)
        self._show_place()
        self._show_toast()

    def _choose_waiting(self, place: int) -> None:
        model, view = self._column.model, self._column.view
        places = [row for row in range(model.rowCount()) if isinstance(model.item(row), WaitingItem)]
        if not places:
            view.leave()
            self._keep_drafts()
            self._reading.show_nothing("Nothing waits for you")
            return
        view.choose_place(min((row for row in places if row >= place), default=places[-1]))

    def _show_place(self) -> None:
        model = self._column.model
        keys = [item.row.key for item in model.items() if isinstance(item, WaitingItem)]
        row = self._column.view.current_row()
        place = keys.index(row.key) + 1 if row is not None and row.key in keys else 0
        self._bar.show_place(place, len(keys))

    def _read_current(self) -> None:
        row = self._column.view.current_row()
        if row is not None:
            self._ask_for(row.key)

    @Slot(str)
    def _on_chosen(self, key: str) -> None:
        self._rest.begin()
        self._on_rest()
        self._show_place()
        if not key:
            self._keep_drafts()
            self._reading.show_nothing("Nothing waits for you" if self._contents is not None else "")
            return
        self._ask_for(key)

    def _ask_for(self, key: str) -> None:
        now = self._bench.clock()
        self._bench.readers.ask(
            "queue message", lambda source: message_view(source, key, now), self._on_view, self._on_unreadable
        )

    def _on_view(self, view: MessageView | None) -> None:
        row = self._column.view.current_row()
        if view is None or row is None or view.row.key != row.key:
            return
        before = self._reading.view
        if before is None or before.row.key != view.row.key:
            self._keep_drafts()
        self._reading.show_view(view)
        waiting = view.row.verdict == "held"
        self._bar.setVisible(waiting)
        if before is None or before.row.key != view.row.key:
            self._bar.show_message(view.row.sender, self._drafts.pop(view.row.key, {}))
            self._show_place()
        self._on_rest()
        self._bar.set_approvable(view.signature.holds and view.row.flag != "changed")

    def _on_unreadable(self, error: Exception) -> None:
        self._keep_drafts()
        self._reading.show_nothing(f"This message cannot be read: {error}")

    # what the owner does

    def _guarded(self, run: Callable[[], None]) -> Callable[[], None]:
        def guarded() -> None:
            if self._decidable() and not self._rest.resting:
                run()

        return guarded

    def _decidable(self) -> bool:
        """Whether the message under the cursor is the one that is shown, and waits."""
        row, view = self._column.view.current_row(), self._reading.view
        return row is not None and view is not None and view.row.key == row.key and view.row.verdict == "held"

    @Slot()
    def _on_rest(self) -> None:
        self._bar.set_resting(self._rest.resting or not self._decidable())

    @Slot(str, str)
    def _on_decided(self, verb: Verb, note: str) -> None:
        view = self._reading.view
        if view is None:
            return
        # A second click of a double click must not decide the message that took the first one's place.
        if self._rest.resting or not self._decidable():
            self._give_back(view.row.key, verb, note)
            return
        held = HeldMessage(view.id, view.raw_sender, view.raw_topic, view.sha256)
        self._decisions.add(Decision(verb, view.row, held, note))
        self.focus_main()

    @Slot()
    def _on_undo(self) -> None:
        taken = self._decisions.undo_newest()
        if taken is not None:
            self._give_back(taken.row.key, taken.verb, taken.note)
            self._column.view.choose(taken.row.key)

    def _give_back(self, key: str, verb: Verb, words: str) -> None:
        """The words of a decision that is not made stand again where that act is begun, and nowhere else."""
        view = self._reading.view
        if view is not None and view.row.key == key:
            self._bar.put_back(verb, words)
        elif words:
            self._drafts.setdefault(key, {}).setdefault(verb, words)

    @Slot(str)
    def _on_passphrase(self, passphrase: str) -> None:
        self._bench.owner.unlock(passphrase, self._bar.span, self._bar.unlocked, self._bar.unlock_failed)

    @Slot()
    def _on_decisions(self) -> None:
        self._show()

    @Slot()
    def _on_lock(self) -> None:
        self._bar.set_locked(self._bench.owner.locked)

    def show_locked(self, *, locked: bool) -> None:
        """For pictures: the bar as it asks for the passphrase, and back."""
        self._bar.set_locked(locked)
        if locked:
            self._bar.approve_now()
        else:
            self._bar.cancel()
            self._on_lock()

    def _keep_drafts(self) -> None:
        """What was typed for the message that goes away is there again when it comes back."""
        view = self._reading.view
        if view is not None and view.row.verdict == "held":
            drafts = self._bar.drafts()
            if drafts:
                self._drafts[view.row.key] = drafts
            else:
                self._drafts.pop(view.row.key, None)

    @Slot(str)
    def _on_settled(self, _key: str) -> None:
        self.refresh()

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
    def _on_group(self) -> None:
        self._unfolded = not self._shape.decided_open
        self._shape = QueueShape(self._shape.newest_first, self._unfolded)
        self._show()

    @Slot()
    def _on_order(self) -> None:
        self._shape = QueueShape(not self._shape.newest_first, self._shape.decided_open)
        self._column.order.set_words("Newest first" if self._shape.newest_first else "Oldest first")
        self._column.order.set_icon("sort-descending" if self._shape.newest_first else "sort-ascending")
        self._show()

    # the toast

    def _show_toast(self) -> None:
        newest = self._decisions.newest()
        if newest is None:
            self._toast.hide()
            return
        decision, stage, left, reason = newest
        words, icon = said_of(decision, stage, reason)
        self._toast.show_message(words, icon, left if stage is Stage.UNDOABLE else None)
        self._place_toast()

    def _place_toast(self) -> None:
        if self._toast.isVisibleTo(self._column):
            area = self._column.view.geometry()
            self._toast.place(QRectF(area))
