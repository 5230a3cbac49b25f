"""The owner's queue: what waits for a decision, the message itself, and the keys that decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

from PySide6.QtCore import QPoint, QRectF, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QWidget

from mailbox_gui.window.decisions import Decision, Decisions, HeldMessage, Stage, Verb, said_of
from mailbox_gui.window.later import DELAYS
from mailbox_gui.window.models.list_items import ListItem, WaitingItem
from mailbox_gui.window.models.message_view import MessageView
from mailbox_gui.window.models.queue_contents import LATER, QueueContents, QueueShape, queue_items
from mailbox_gui.window.moments import long_stamp
from mailbox_gui.window.panes.action_bar import ActionBar
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.panes.reading_pane import ReadingPane
from mailbox_gui.window.questions.owner import queue_contents
from mailbox_gui.window.rest import Rest
from mailbox_gui.window.widgets.toast import Toast
from mailbox_gui.window.width_class import WidthClass
from mailbox_gui.window.workbench import Workbench

# Rows that are read at first, and as many again when the owner comes near the end of them.
PAGE = 1000
_NEAR = 20
_HINTS = ((("J", "K"), "next, previous"), (("U",), "undo"), (("/",), "search"))
_EMPTY = "Nothing waits for you"


class QueuePane(ReadingPane):
    """A decision key does nothing within half a second after the message under the cursor changed by itself."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        self._bar = ActionBar(bench.theme)
        super().__init__(bench, "Queue", _HINTS, self._bar, parent)
        self._decisions: Decisions = bench.decisions
        self._contents: QueueContents | None = None
        self._shape = QueueShape()
        self._most = PAGE
        self._narrow = False
        self._unfolded: bool | None = None
        self._put_off = ""
        self._drafts: dict[str, dict[Verb, str]] = {}
        self._rest = Rest(bench.guard_ms, self)
        self._toast = Toast(bench.theme, self._column)
        self._connect()

    def _connect(self) -> None:
        view = self._column.view
        view.group_pressed.connect(self._on_group)
        view.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self._bar.decided.connect(self._on_decided)
        self._bar.moved.connect(view.step)
        self._bar.left.connect(self.focus_main)
        self._bar.later_asked.connect(self._on_later)
        self._bar.passphrase_given.connect(self._on_passphrase)
        self._toast.undone.connect(self._undo_decision)
        self._toast.held.connect(self._decisions.hold_clocks)
        self._toast.released.connect(self._decisions.release_clocks)
        self._decisions.changed.connect(self.show_list)
        self._decisions.settled.connect(self._on_settled)
        self._bench.later.changed.connect(self.show_list)
        self._rest.changed.connect(self._on_rest)
        self._bench.owner.lock_changed.connect(self._on_lock)
        self._on_lock()

    # what the window asks

    def commands(self) -> tuple[Command, ...]:
        return (
            *self.reading_commands(),
            Command("Approve", "A", self._guarded(self._bar.approve_now)),
            Command("Decline…", "D", self._guarded(self._bar.begin_decline)),
            Command("Ask back…", "Q", self._guarded(self._bar.begin_ask)),
            Command("Later…", "L", self._guarded(self._on_later)),
            Command("Note", "N", self._bar.open_note),
            Command("Undo the newest decision", "U", self._on_undo),
            Command("Undo the newest decision", "Ctrl+Z", self._on_undo),
        )

    def refresh(self) -> None:
        now, most, newest_first = self._bench.clock(), self._most, self._newest_first
        self._bench.readers.ask(
            "queue",
            lambda source: queue_contents(source, now, most, newest_first=newest_first),
            self._on_contents,
            self._on_failed,
        )

    def tick(self) -> None:
        super().tick()
        if self._decisions.newest() is not None:
            self.show_list()

    def set_width_class(self, width: WidthClass) -> None:
        super().set_width_class(width)
        self._bar.set_width_class(width)
        self._narrow = width is WidthClass.NARROW
        # In a small window the group is folded until the owner unfolds it.
        is_open = not self._narrow if self._unfolded is None else self._unfolded
        self._shape = replace(self._shape, decided_open=is_open)
        self.show_list()

    def regions(self) -> tuple[QWidget, ...]:
        return (*super().regions(), self._bar.note)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_toast()

    # the list

    @Slot(object)
    def _on_contents(self, contents: QueueContents) -> None:
        self._loading.stop()
        self._contents = contents
        if not contents.more:
            self._bench.later.forget_others({row.key for row in contents.waiting})
        self.show_list()
        self._read_current()

    @Slot()
    def show_list(self) -> None:
        if self._contents is None:
            return
        view = self._column.view
        row = view.current_row()
        place, key = view.currentIndex().row(), row.key if row else ""
        was_waiting = isinstance(self._column.model.item(place), WaitingItem)
        later, now = self._bench.later.every(), self._bench.clock()
        items: list[ListItem] = queue_items(self._contents, self._shape, self._decisions.pending(), now, later)
        self._column.model.replace(items)
        waiting = sum(isinstance(item, WaitingItem) for item in items) + self._contents.more
        words = "waiting" if self._narrow else "waiting for you"
        self._column.count.setText(f"{waiting:,} {words}" if waiting else "")
        here = isinstance(self._column.model.item(self._column.model.place_of(key)), WaitingItem) if key else False
        if not key or (was_waiting and not here) or not view.choose(key):
            # The message was decided or put off, here or elsewhere: on to the next that waits.
            self._choose_waiting(place)
        self._show_place()
        self._show_toast()

    def order_changed(self) -> None:
        self._shape = replace(self._shape, newest_first=self._newest_first)
        self.show_list()
        # Of a long queue the other end is read.
        self.refresh()

    def _choose_waiting(self, place: int) -> None:
        model, view = self._column.model, self._column.view
        places = [row for row in range(model.rowCount()) if isinstance(model.item(row), WaitingItem)]
        if not places:
            view.leave()
            self.before_nothing()
            self._reading.show_nothing(_EMPTY)
            return
        view.choose_place(min((row for row in places if row >= place), default=places[-1]))

    def _show_place(self) -> None:
        place, count = self._waiting_place()
        more = self._contents.more if self._contents is not None else 0
        self._bar.show_place(place, count + more)
        if more and place > count - _NEAR:
            self._read_more()

    @Slot()
    def _on_scrolled(self) -> None:
        bar = self._column.view.verticalScrollBar()
        if self._contents is not None and self._contents.more and bar.maximum() - bar.value() < bar.pageStep():
            self._read_more()

    def _read_more(self) -> None:
        shown = len(self._contents.waiting) if self._contents is not None else 0
        if shown >= self._most:
            self._most += PAGE
            self.refresh()

    @Slot(str)
    def _on_group(self, title: str) -> None:
        if title == LATER:
            self._shape = replace(self._shape, later_open=not self._shape.later_open)
        else:
            self._unfolded = not self._shape.decided_open
            self._shape = replace(self._shape, decided_open=self._unfolded)
        self.show_list()

    # the message

    @Slot(str)
    def _on_chosen(self, key: str) -> None:
        self._rest.begin()
        self._on_rest()
        self._show_place()
        if not key:
            self.before_nothing()
            self._reading.show_nothing(_EMPTY if self._contents is not None else "")
            return
        super()._on_chosen(key)

    def take_view(self, view: MessageView) -> None:
        before = self._reading.view
        another = before is None or before.row.key != view.row.key
        if another:
            self._keep_drafts()
        self._reading.show_view(view)
        self._bar.setVisible(view.row.verdict == "held")
        if another:
            self._bar.show_message(view.row.sender, self._drafts.pop(view.row.key, {}))
            self._show_place()
        self._on_rest()
        self._bar.set_approvable(view.signature.holds and view.row.flag != "changed")

    def before_nothing(self) -> None:
        self._keep_drafts()

    def _keep_drafts(self) -> None:
        """What was typed for the message that goes away is there again when it comes back."""
        view = self._reading.view
        if view is not None and view.row.verdict == "held":
            drafts = self._bar.drafts()
            if drafts:
                self._drafts[view.row.key] = drafts
            else:
                self._drafts.pop(view.row.key, None)

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
        self._put_off = ""
        self._decisions.add(Decision(verb, view.row, held, note))
        self.focus_main()

    @Slot()
    def _on_undo(self) -> None:
        """Take back what was done last: a message put off, else the newest decision."""
        key, self._put_off = self._put_off, ""
        if key and self._bench.later.take_back(key):
            self._column.view.choose(key)
        else:
            self._undo_decision()

    @Slot()
    def _undo_decision(self) -> None:
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

    @Slot()
    def _on_later(self) -> None:
        row = self._column.view.current_row()
        if row is None or not self._decidable():
            return
        menu = self.later_menu(row.key)
        menu.exec(self._bar.later.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 4)))
        menu.deleteLater()

    def later_menu(self, key: str) -> QMenu:
        """The times for which a message can be put off."""
        menu, now = QMenu(self), self._bench.clock()
        for delay in DELAYS:
            menu.addAction(delay.words, partial(self.put_off, key, delay.until(now)))
        if key in self._bench.later.every():
            menu.addAction("&Back to the queue now", partial(self._bench.later.take_back, key))
        return menu

    def put_off(self, key: str, until: datetime) -> None:
        """Take a message out of sight until then; U brings it back."""
        self._put_off = key
        self._bench.later.put_off(key, until)
        self.said.emit(f"Back in the queue {long_stamp(until, self._bench.clock())}. U takes it back now")

    @Slot(str)
    def _on_passphrase(self, passphrase: str) -> None:
        self._bench.owner.unlock(passphrase, self._bar.span, self._bar.unlocked, self._bar.unlock_failed)

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

    @Slot(str)
    def _on_settled(self, _key: str) -> None:
        self.refresh()

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
            self._toast.place(QRectF(self._column.view.geometry()))
