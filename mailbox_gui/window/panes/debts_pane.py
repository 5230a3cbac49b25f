"""The board of debts: who owes what to whom in four columns, and what the owner does about it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from mailbox_gui.core.debts.debt import Kind
from mailbox_gui.window.debt_acts import DebtAct, DebtActs, Verb, said_of
from mailbox_gui.window.decisions import Stage
from mailbox_gui.window.models.debt_board import BoardShape, BoardView, ColumnPage, Window
from mailbox_gui.window.models.debt_row import DebtRow
from mailbox_gui.window.models.relay_view import RelayView
from mailbox_gui.window.panes.commands import Command
from mailbox_gui.window.panes.debts_board import DebtsBoard
from mailbox_gui.window.panes.debts_column import DebtsColumn
from mailbox_gui.window.panes.debts_form import DebtsForm
from mailbox_gui.window.panes.debts_head import DebtsHead
from mailbox_gui.window.panes.pane import Pane
from mailbox_gui.window.questions.debts import board, more, prepared_nudge, waived_with
from mailbox_gui.window.questions.debts_file import write_debts
from mailbox_gui.window.rest import Rest
from mailbox_gui.window.sidebar.nav_model import agent_key
from mailbox_gui.window.widgets.debt_filters import DebtFilters
from mailbox_gui.window.widgets.debt_summary import DebtSummary
from mailbox_gui.window.widgets.toast import Toast
from mailbox_gui.window.width_class import WidthClass
from mailbox_gui.window.workbench import Workbench

LOADING_AFTER_MS: Final = 150


class DebtsPane(Pane):
    """The key `debts` shows everybody's debts, `debts:builder` those of one."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._shape = BoardShape()
        self._unread = True
        self._hidden: frozenset[int] = frozenset()
        self._acts = DebtActs(bench.owner, bench.clock, bench.decisions.undo_ms, self)
        self._rest = Rest(bench.guard_ms, self)
        self._head = DebtsHead(bench.theme)
        self._summary = DebtSummary(bench.theme)
        self._filters = DebtFilters(bench.theme)
        self._board = DebtsBoard(bench.theme, bench.clock)
        self._form = DebtsForm(bench.theme)
        self._body = QWidget()
        self._toast = Toast(bench.theme, self)
        self._lay_out()
        self._connect()
        self._loading = QTimer(self)
        self._loading.setSingleShot(True)
        self._loading.timeout.connect(self._show_loading)
        self._loading.start(LOADING_AFTER_MS)
        self._on_lock()

    def _lay_out(self) -> None:
        self._inside = QVBoxLayout(self._body)
        self._inside.setSpacing(12)
        self._inside.addWidget(self._summary)
        self._inside.addWidget(self._filters)
        self._inside.addWidget(self._board, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._body, 1)
        column.addWidget(self._form)
        self.set_width_class(WidthClass.WIDE)

    def _connect(self) -> None:
        board = self._board
        board.chosen.connect(self._rest.begin)
        board.opened.connect(self._open)
        board.begun.connect(self._begin)
        board.more_asked.connect(self._ask_more)
        self._head.turned.connect(self._on_turned)
        self._head.export_asked.connect(self._on_export)
        self._head.start_asked.connect(self.start_asked)
        self._summary.asked.connect(self._filters.choose)
        self._filters.changed.connect(self._on_filtered)
        self._filters.field.left.connect(self._on_left_words)
        self._form.given.connect(self._on_given)
        self._form.left.connect(self.focus_main)
        self._form.passphrase_given.connect(self._on_passphrase)
        self._acts.changed.connect(self._on_acts)
        self._acts.settled.connect(self.refresh)
        self._toast.undone.connect(self.undo)
        self._toast.held.connect(self._acts.hold_clocks)
        self._toast.released.connect(self._acts.release_clocks)
        self._bench.owner.lock_changed.connect(self._on_lock)
        self._bench.owner.finishing.connect(self._acts.commit_all)

    # what the window asks

    def open_key(self, key: str) -> None:
        debtor = key.partition(":")[2]
        if debtor:
            self._filters.choose(debtor)

    def commands(self) -> tuple[Command, ...]:
        return (
            Command("Next debt", "J", lambda: self._board.step(1), also="↓"),
            Command("Previous debt", "K", lambda: self._board.step(-1), also="↑"),
            Command("Nudge the debtor", "E", lambda: self._begin("nudge", self._board.current())),
            Command("Waive…", "W", lambda: self._begin("waive", self._board.current())),
            Command("It is answered", "A", self._confirm),
            Command("Undo the newest act", "U", self.undo),
            Command("Undo the newest act", "Ctrl+Z", self.undo),
            Command("Overdue only", "O", self._filters.toggle_late),
            Command("Filter by words", "F", self._filters.field.setFocus),
        )

    def refresh(self) -> None:
        now, shape = self._bench.clock(), self._shape
        windows = self._board.windows()
        self._bench.readers.ask(
            "debts",
            lambda source: board(source, shape, windows, now),
            lambda view: self._on_board(view, windows),
            self._on_failed,
        )

    def show_relay(self, view: RelayView) -> None:
        self._head.show_relay(view, self._bench.clock())

    def tick(self) -> None:
        self._head.tick(self._bench.clock())
        self._board.tick()
        if self._acts.newest() is not None:
            self._show_toast()

    def set_width_class(self, width: WidthClass) -> None:
        narrow = width is WidthClass.NARROW
        self._head.set_narrow(narrow)
        self._summary.setVisible(not narrow)
        self._filters.set_counted(narrow)
        self._inside.setContentsMargins(*((12, 8, 12, 8) if narrow else (16, 16, 16, 16)))
        self._inside.setSpacing(8 if narrow else 12)
        self._board.set_narrow(narrow=narrow)

    def regions(self) -> tuple[QWidget, ...]:
        form = (self._form.reason, self._form.question)
        return (self._filters.field, *(column.view for column in self._board.columns), *form)

    def focus_main(self) -> None:
        self._board.focus_front()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_toast()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            # What went wrong is read first; then nothing is left out any more.
            if not self._acts.dismiss_failed() and self._shape.sifted:
                self._filters.clear()
            return
        super().keyPressEvent(event)

    # answers

    def _on_board(self, view: BoardView, windows: Mapping[Kind, Window]) -> None:
        self._loading.stop()
        if view.shape != self._shape:
            return
        self._head.show_board(view)
        self._summary.show_people(view.people, view.shape.debtor)
        self._filters.show_people(view.people)
        self._board.show_pages(view.columns, windows, self._acts.hidden())
        self._unread = False

    def _on_failed(self, error: Exception) -> None:
        self._loading.stop()
        for column in self._board.columns:
            column.say("cannot be read")
        self.said.emit(f"The debts cannot be read: {error}")

    @Slot()
    def _show_loading(self) -> None:
        if self._unread:
            self._head.counted.setText("counting…")

    @Slot(object, int)
    def _ask_more(self, column: DebtsColumn, side: int) -> None:
        edge = column.edge(side)
        if edge is None:
            column.add_failed()
            return
        now, shape, spot, kind = self._bench.clock(), self._shape, edge.spot, column.kind

        def arrived(page: ColumnPage) -> None:
            if shape == self._shape:
                column.add(page, side, self._acts.hidden())
            else:
                column.add_failed()

        self._bench.readers.ask(
            f"debts {kind} {side}",
            lambda source: more(source, shape, kind, spot, "after" if side > 0 else "before", now),
            arrived,
            lambda _error: column.add_failed(),
        )

    @Slot(object)
    def _open(self, row: DebtRow | None) -> None:
        if row is None:
            return
        debt = row.debt
        if debt.held:
            self.go_to.emit(f"queue:{debt.ref}")
        elif not row.of_message:
            self.go_to.emit(agent_key(debt.debtor))
        elif row.by_owner:
            self.go_to.emit(f"inbox:{debt.ref}")
        else:
            self.go_to.emit(f"journal:id:{debt.ref}")

    # what the owner does

    def _confirm(self) -> None:
        if not self._rest.resting:
            self._begin("close", self._board.current())

    @Slot(str, object)
    def _begin(self, verb: Verb, row: DebtRow | None) -> None:
        if row is None:
            return
        why = _why_not(verb, row)
        if why:
            self.said.emit(why)
            return
        if verb == "close":
            reason = f"Answered by {row.debt.probable}, which did not say so."
            self._form.begin(verb, row, reason)
            return
        self._form.begin(verb, row, prepared_nudge(row.debt, self._bench.clock()) if verb == "nudge" else "")
        if verb == "waive":
            self._bench.readers.ask(
                "waived with",
                lambda source: waived_with(source, row.debt),
                lambda words: self._form.say_also(row, words),
                lambda _error: None,
            )

    @Slot()
    def _on_given(self) -> None:
        verb, row = self._form.verb, self._form.row
        if verb is not None and row is not None:
            self._acts.add(DebtAct(verb, row, self._form.text))

    @Slot(str)
    def _on_passphrase(self, passphrase: str) -> None:
        self._bench.owner.unlock(passphrase, self._form.span, self._form.unlocked, self._form.unlock_failed)

    @Slot()
    def _on_lock(self) -> None:
        self._form.set_locked(self._bench.owner.locked)

    @Slot()
    def undo(self) -> None:
        """Take the newest act back; its words stand again where that act is begun."""
        taken = self._acts.undo_newest()
        if taken is not None:
            self._form.put_back(taken.verb, taken.row, taken.text)
            self._board.want(taken.row.number)

    @Slot()
    def _on_acts(self) -> None:
        hidden = self._acts.hidden()
        if hidden != self._hidden:
            self._hidden = hidden
            self._board.hide_debts(hidden)
            self.refresh()
        self._show_toast()

    # how it is looked at

    @Slot()
    def _on_filtered(self) -> None:
        self._take_shape(self._filters.shape(self._shape))

    @Slot()
    def _on_left_words(self) -> None:
        self.focus_main()

    @Slot()
    def _on_turned(self) -> None:
        shape = self._shape
        order = "opened" if shape.order == "due" else "due"
        self._take_shape(BoardShape(shape.debtor, shape.overdue_only, shape.words, order))  # type: ignore[arg-type]

    def _take_shape(self, shape: BoardShape) -> None:
        if shape == self._shape:
            return
        self._shape = shape
        self._board.begin_anew()
        self.refresh()

    @Slot()
    def _on_export(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(self, "Export debts", "debts.jsonl", "JSON lines (*.jsonl)")
        if not chosen:
            return
        now, shape, file = self._bench.clock(), self._shape, Path(chosen)
        self._bench.readers.ask(
            "debts file",
            lambda source: write_debts(source, shape, file, now),
            lambda count: self.said.emit(f"{count:,} {'debt is' if count == 1 else 'debts are'} in {file}"),
            lambda error: self.said.emit(f"The debts are not exported: {error}"),
        )

    # the toast

    def _show_toast(self) -> None:
        newest = self._acts.newest()
        if newest is None:
            self._toast.hide()
            return
        act, stage, left, reason = newest
        words, icon = said_of(act, stage, reason)
        self._toast.show_message(words, icon, left if stage is Stage.UNDOABLE else None)
        self._place_toast()

    def _place_toast(self) -> None:
        if self._toast.isVisibleTo(self):
            self._toast.place(QRectF(self._body.geometry()))


def _why_not(verb: Verb, row: DebtRow) -> str:
    """Why this cannot be done with that debt; empty where it can."""
    match verb:
        case "nudge" if row.by_owner:
            return "You owe this yourself: decide it or answer it"
        case "waive" | "close" if row.debt.held:
            return "A held message is decided, not waived: Enter leads to it in the queue"
        case "close" if not row.debt.probable:
            return "Nothing looks like an answer to this"
        case _:
            return ""
